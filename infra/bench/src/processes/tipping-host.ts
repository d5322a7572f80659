import { startTipping, type TippingRun } from '../game/tipping-run.ts'
import { serve, watch } from './serve.ts'

let run: TippingRun | undefined

/** Tipping with its relay, consumer and tasks, listening on its own port. */
export const commands = {
  async start(access: { adminUrl: string; tippingUrl: string; identityPublicKey: string }): Promise<string> {
    run = await startTipping(access)
    return run.service.app.listen({ port: 0, host: '127.0.0.1' })
  },
  watch,
}

serve(commands, async () => run?.stop())
