import { runService } from '@purple-sector/service-kit'
import { engagement } from './service.ts'

await runService(engagement)
