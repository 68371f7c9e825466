/** A member that gave no usable answer, as told to callers. */
export interface MissingMember {
  readonly key: string;
  readonly reason: 'timeout' | 'unavailable' | 'error';
}
