import { runProcess } from '@purple-sector/service-kit/run-service'
import { runGateway } from './run-gateway.ts'

/** Includes draining the sockets first (realtime/hub/connection-draining.ts). */
const STOPPING_MS = 27_000

await runProcess('gateway', runGateway, { stoppingMs: STOPPING_MS })
