import { runService } from '@purple-sector/service-kit'
import { admin } from './service.ts'

await runService(admin)
