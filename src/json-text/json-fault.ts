/** JSON text that cannot be read: what is wrong and at which byte. Never quotes more than 40 characters of it. */
export class JsonFault extends Error {
  constructor(problem: string, at: number) {
    super(`${problem} at byte ${String(at)}`);
    this.name = 'JsonFault';
  }
}
