/** Compiles the gateway and the fake installations into a directory. */
export function compile(directory: string): Promise<void>;
