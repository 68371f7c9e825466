/** Node's or undici's code of a fault, found also inside causes and among the faults of several addresses; else empty. */
export function codeOf(fault: unknown): string {
  if (typeof fault !== 'object' || fault === null) return '';
  if ('code' in fault && typeof fault.code === 'string' && fault.code !== '') return fault.code;
  if ('errors' in fault && Array.isArray(fault.errors)) return codeOf(fault.errors[0]);
  return 'cause' in fault ? codeOf(fault.cause) : '';
}

/** What a fault says of itself. */
export function messageOf(fault: unknown): string {
  const message = typeof fault === 'object' && fault !== null && 'message' in fault ? fault.message : fault;
  return String(message).slice(0, 300);
}
