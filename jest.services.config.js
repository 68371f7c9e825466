import { base } from './jest.config.js';

/** Tests that need a server beside Node. Each names the server it misses and how to get it. */
export default { ...base, testMatch: ['<rootDir>/test/services/**/*.spec.ts'], passWithNoTests: true };
