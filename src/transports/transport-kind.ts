export const TransportKind = (_name: string) => () => undefined;
