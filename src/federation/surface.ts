/** One API that the gateway mirrors. A member's base addresses are keyed by the surface's name. */
export interface Surface {
  readonly name: string;
  /** First path segment below the gateway's base path, without slashes: `api`. */
  readonly mountPath: string;
  /** Headers that members put on every controller answer of this surface. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** Whether members of this surface ever send an `ETag` (Monitoring never does, monitoring contract 1.3). */
  readonly hasValidators: boolean;
  /** A 404 of a member says that its address is wrong, not that it has nothing. */
  readonly absentIsError: boolean;
}
