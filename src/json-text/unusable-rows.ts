/** A member's answer cannot be merged; the merge is to be repeated without that member. */
export class UnusableRows extends Error {
  constructor(
    readonly memberKey: string,
    detail: string,
  ) {
    super(`rows of ${memberKey} cannot be merged: ${detail}`);
    this.name = 'UnusableRows';
  }
}
