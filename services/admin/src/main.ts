import { runService } from '@purple-sector/service-kit/run-service'
import { admin } from './service.ts'

await runService(admin)
