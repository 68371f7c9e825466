import boundaries from 'eslint-plugin-boundaries';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What the folders that answer federated requests build on; they never import each other. */
const answering = ['federation', 'members', 'transports', 'health', 'fan-out', 'routing', 'aggregation', 'settings'];

/** "Who may import whom" of docs/architecture.md, besides the folder itself and json-text. A change starts there. */
const folders = {
  'json-text': [],
  settings: [],
  federation: ['settings'],
  members: ['federation', 'settings'],
  'transports/bus': ['transports', 'federation', 'members', 'settings'],
  transports: ['transports/bus', 'federation', 'members', 'settings'],
  health: ['federation', 'members', 'transports', 'settings'],
  'fan-out': ['federation', 'members', 'transports', 'health', 'settings'],
  routing: ['federation', 'members', 'fan-out', 'settings'],
  aggregation: ['federation', 'members', 'fan-out', 'routing', 'settings'],
  'service-control': answering,
  monitoring: answering,
  fallback: answering,
  gateway: ['federation', 'members', 'transports', 'health', 'settings'],
  registry: ['members', 'transports', 'settings'],
  admin: ['registry', 'members', 'transports', 'auth', 'settings'],
  operations: ['registry', 'members', 'transports', 'auth', 'settings'],
  auth: ['federation', 'settings'],
  edge: ['federation', 'settings'],
  agent: ['transports/bus', 'settings'],
};

/** Files directly in src that a rule below names; all of them are also `root`. */
const rootFiles = ['app.module', 'check-command', 'create-gateway', 'gateway-kit.module', 'index', 'strategies'];

/** No Nest, no I/O, no clock, no logger: the same input always gives the same output. */
const pureFiles = [
  'src/json-text/**/*.ts',
  'src/aggregation/merge/**/*.ts',
  'src/*/rules/**/*.ts',
  'src/fan-out/{classify,read-answer,status-merge}.ts',
  'src/federation/{early-reply,etag,federated-reply,links,problem,query-text,route-path,total-count,version}.ts',
  'src/routing/{instance-id,owned-record,owner-route}.ts',
  'src/settings/{duration,nearest-name,size}.ts',
  'src/transports/{member-transport,reachability}.ts',
];

const specs = ['src/**/*.spec.ts', 'test/**/*.ts', 'bench/**/*.ts'];

const importTable = {
  default: 'disallow',
  checkInternals: true,
  message: '{{ from.file.path }} may not import {{ to.file.path }}: see "Who may import whom" in docs/architecture.md',
  policies: [
    // Packages and Node itself are another rule's business.
    { allow: { to: { module: { origin: ['external', 'core'] } } } },
    ...Object.entries(folders).map(([folder, others]) => ({
      from: { element: { type: folder } },
      allow: { to: { element: { type: [folder, 'json-text', ...others] } } },
    })),
    {
      from: { element: { type: ['service-control', 'monitoring'] } },
      disallow: { to: { file: { categories: 'general-strategy' } }, dependency: { kind: 'value' } },
    },
    {
      from: { element: { type: ['service-control', 'monitoring', 'fallback'] } },
      allow: { to: { file: { categories: ['strategies', 'gateway-kit.module'] } } },
    },
    { from: { element: { type: 'gateway' } }, allow: { to: { file: { categories: 'strategies' } } } },
    { from: { element: { type: 'fallback' } }, allow: { to: { file: { categories: 'surface' } } } },
    // The root composes what the folders offer; only two files build on the composition.
    {
      from: { file: { categories: 'root' } },
      allow: { to: [{ element: { type: Object.keys(folders) } }, { file: { categories: 'root' } }] },
    },
    { disallow: { to: { file: { categories: 'app.module' } } } },
    {
      from: { file: { categories: ['create-gateway', 'check-command'] } },
      allow: { to: { file: { categories: 'app.module' } } },
    },
    {
      from: { file: { categories: 'index' } },
      allow: { to: { file: { categories: 'app.module' } }, dependency: { kind: 'type' } },
    },
    // Pure files may take types from wherever their folder may import, values only from each other.
    {
      from: { file: { categories: 'pure' } },
      disallow: {
        to: { file: { categories: { noneOf: ['pure'] } }, module: { origin: 'local' } },
        dependency: { kind: 'value' },
      },
    },
  ],
};

const clockAndChance = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Pure files are given the time.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Pure files are given the time.' },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Pure files are given chance.' },
];

const focusedTests = {
  selector:
    'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo)$/], CallExpression[callee.name=/^(fit|fdescribe|xit|xtest|xdescribe)$/]',
  message: 'Every test runs.',
};

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'node_modules/', 'console/', 'bench/results/']),
  {
    name: 'all TypeScript',
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Classes with constructor injection keep real imports; the rule leaves files with decorators alone.
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Classes are also used as shapes of data, and rules are records of functions that use no `this`.
      '@typescript-eslint/no-this-alias': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: 'error',
      'max-lines': ['warn', 300],
      'max-lines-per-function': ['warn', 60],
      'no-else-return': 'error',
    },
  },
  {
    name: 'src: import table, no default exports',
    files: ['src/**/*.ts'],
    ignores: specs,
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { project: 'tsconfig.json' } },
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
      'boundaries/elements': Object.keys(folders).map((folder) => ({
        type: folder,
        pattern: `src/${folder}`,
        partialMatch: false,
      })),
      'boundaries/files': [
        ...rootFiles.map((name) => ({ category: name, pattern: `src/${name}.ts` })),
        // A file without any category would match no selector, so nothing could be said against it.
        { category: 'source', pattern: '**/*.ts' },
        { category: 'root', pattern: 'src/*.ts' },
        { category: 'surface', pattern: 'src/*/*.surface.ts' },
        { category: 'general-strategy', pattern: 'src/{fan-out,routing,aggregation}/*.strategy.ts' },
        { category: 'pure', pattern: pureFiles },
      ],
    },
    rules: {
      'boundaries/dependencies': ['error', importTable],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
    },
  },
  {
    name: 'pure files',
    files: pureFiles,
    ignores: specs,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@nestjs/*', 'axios', 'undici', 'pino', 'pino-*', 'rxjs'],
              message: 'Pure files have no Nest and no I/O.',
            },
            {
              regex: '^node:(?!crypto$|buffer$|util$|zlib$)',
              allowTypeImports: true,
              message: 'Pure files have no I/O.',
            },
          ],
        },
      ],
      'no-restricted-globals': [
        'error',
        ...['process', 'console', 'performance', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'crypto'].map(
          (name) => ({ name, message: 'Pure files have no I/O, clock, chance or logger.' }),
        ),
      ],
      'no-restricted-syntax': ['error', ...clockAndChance],
    },
  },
  {
    name: 'tests and benchmarks',
    files: specs,
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-syntax': ['error', focusedTests],
    },
  },
  {
    name: 'test/support stands on the public surface only',
    files: ['test/support/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(\\.\\./)+src/(?!(index|create-gateway)\\.js$)',
              message: 'test/support imports src/index.ts and src/create-gateway.ts only.',
            },
          ],
        },
      ],
    },
  },
);
