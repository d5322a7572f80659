import { runService } from '@purple-sector/service-kit'
import { groups } from './service.ts'

await runService(groups)
