import { runService } from '@purple-sector/service-kit/run-service'
import { chat } from './service.ts'

await runService(chat)
