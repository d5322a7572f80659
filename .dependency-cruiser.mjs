/**
 * Who may import whom, where Biome (biome.json) cannot say it: no circles, and one direction inside the web app. `make
 * check` runs it, and infra/test/import-rules.test.ts proves that it finds what it is there to find.
 */
export default {
  forbidden: [
    { name: 'no-circle-of-files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circle-of-features',
      comment: 'Features of the web app lie in layers: what two of them need stands below both.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/features/[^/]+$' },
      to: { circular: true, path: '^web/src/features/[^/]+$' },
    },
    {
      name: 'shared-knows-no-feature',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'features-know-no-app',
      comment: 'The app composes features; none of them knows where it is shown.',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'kafkajs-behind-messaging',
      comment: 'Only the bus adapter uses the Kafka client (ADR 29); the benchmark compares the relay with it.',
      severity: 'error',
      from: { pathNot: '^(packages/messaging/src/kafka|infra/bench)/' },
      to: { path: '(^|/)kafkajs/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|var)/|^web/test/' },
    // Types make a circle as values do, and TypeScript is read as it is written.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
