import { runService } from '@purple-sector/service-kit'
import { identity } from './service.ts'

await runService(identity)
