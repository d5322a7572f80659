import { runService } from '@purple-sector/service-kit'
import { chat } from './service.ts'

await runService(chat)
