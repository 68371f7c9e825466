/** Rows of the gateway that ServiceControl does not have, each with the reason. */
export const ownRows: Readonly<Record<string, string>> = {};

/** Routes of ServiceControl without a row so far; until then the lead answers them. */
export const notServedYet: readonly string[] = [];
