import { registerHooks } from 'node:module'

/** Preloaded by `--import`: the process runs with `bare-trace.ts` in the place of the product's trace context. */
const bareTrace = new URL('./bare-trace.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier === '@purple-sector/telemetry/trace' ? bareTrace : specifier, context),
})
