import { runProcess } from '@purple-sector/service-kit'
import { runGateway } from './run-gateway.ts'

await runProcess('gateway', runGateway)
