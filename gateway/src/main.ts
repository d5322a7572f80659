import { runProcess } from '@purple-sector/service-kit/run-service'
import { runGateway } from './run-gateway.ts'

await runProcess('gateway', runGateway)
