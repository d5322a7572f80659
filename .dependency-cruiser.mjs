const WEB_FOLDER = '^web/src/(app|client|features|ui|worker)(/|$)'
const LOW_LAYER = '(session|weekend-data|leaderboard-rows)'
const SCREENS = '(dashboard|competitions|my-tips|race-chat)'

/**
 * Who may import whom, where Biome (biome.json) cannot say it: no circles, one direction inside the web app
 * (docs/web.md), and the shape of a service (docs/service-shape.md). `make check` runs it, and infra/test/import-rules.test.ts proves that it
 * finds what it is there to find.
 */
export default {
  forbidden: [
    { name: 'no-circle-of-files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circle-of-folders',
      comment: 'Folders of the web app lie in layers (docs/web.md): what two of them need is below both.',
      severity: 'error',
      scope: 'folder',
      from: { path: WEB_FOLDER },
      to: { circular: true, path: WEB_FOLDER },
    },
    {
      name: 'folder-knows-no-parent',
      comment: 'To no-circle-of-folders, a folder and one in it are one.',
      severity: 'error',
      from: { path: '^(web/src/.+)/[^/]+/[^/]+$' },
      to: { path: '^$1/[^/]+$' },
    },
    {
      name: 'shared-knows-no-feature',
      severity: 'error',
      from: { path: '^web/src/(ui|client)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'look-knows-no-client',
      comment: 'Components of the look get data as props; the client shows its failures with them.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/client/' },
    },
    {
      name: 'features-know-no-app',
      comment: 'The app composes features; none of them knows where it is shown.',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'low-layer-below-features',
      comment: 'Every other feature may use these, so they use none of them.',
      severity: 'error',
      from: { path: `^web/src/features/${LOW_LAYER}/` },
      to: { path: '^web/src/features/', pathNot: `^web/src/features/${LOW_LAYER}/` },
    },
    {
      name: 'screens-above-features',
      comment: 'Screens combine features; only the app knows them.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: `^web/src/features/${SCREENS}/`, pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'race-control-apart',
      comment: 'Fans never load scripts of race control.',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: '^web/src/features/admin/' },
      to: { path: '^web/src/features/admin/' },
    },
    {
      name: 'parts-of-a-feature',
      comment: 'Routes use components, and components use the api folder, of the same feature.',
      severity: 'error',
      from: { path: '^web/src/features/(.+)/(?:api/|components/(?!.*[.]test[.]))' },
      to: { path: '^web/src/features/$1/routes/' },
    },
    {
      name: 'api-knows-no-components',
      severity: 'error',
      from: { path: '^web/src/features/(.+)/api/' },
      to: { path: '^web/src/features/$1/components/' },
    },
    {
      name: 'services-apart',
      comment: 'Services share packages; they reach each other by calls and events.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'service-features-know-no-app',
      comment:
        'The files at the top of a service list its features (docs/service-shape.md); no feature imports a list.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/[^/]+/', pathNot: '[.]test[.]ts$' },
      to: { path: '^services/[^/]+/src/(app|service|main|subscriptions|republishers|internal-routes)[.]ts$' },
    },
    {
      name: 'rules-know-no-routes',
      comment: 'Routes call use cases; only the composition root and builders of parts import routes.',
      severity: 'error',
      from: {
        path: '^services/[^/]+/src/',
        pathNot: '(-routes|[.]test|/app|/build-[^/]+)[.]ts$',
      },
      to: { path: '^services/[^/]+/src/[^/]+/.*-routes[.]ts$' },
    },
    {
      name: 'sql-knows-no-http',
      comment: 'Files of SQL are below use cases: they reply to nobody.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/.*-(sql|repository|read-model)[.]ts$' },
      to: { path: '(^|/)fastify/|^packages/service-kit/src/http/app[.]ts$' },
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
