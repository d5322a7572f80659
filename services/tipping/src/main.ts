import { runService } from '@purple-sector/service-kit'
import { tipping } from './service.ts'

await runService(tipping)
