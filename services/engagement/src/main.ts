import { runService } from '@purple-sector/service-kit/run-service'
import { engagement } from './service.ts'

await runService(engagement)
