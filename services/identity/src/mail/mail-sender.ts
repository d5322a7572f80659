import type { Database } from '@purple-sector/database'
import type { Logger, Running } from '@purple-sector/service-kit'
import { oneTimeTokens } from '../accounts/one-time-tokens.ts'
import { mailOf } from './mail.ts'
import { type DueMail, mailOutbox } from './mail-outbox.ts'
import type { Transport } from './transport.ts'

export type MailSender = {
  /** There is mail: look now. */
  poke(): void
  /** Sends what is due; resolves when nothing is. */
  deliverDue(): Promise<void>
  start(): Running
}

const ROUND_MS = 5_000
const AT_ONCE = 3

/** Seconds until the next attempt: 5, 10, 20, … up to half an hour. */
export const pauseAfter = (attempts: number): number => Math.min(5 * 2 ** (attempts - 1), 1_800)

/** SMTP 5yz at the recipient or the message: the same mail will be refused again. */
const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

/** What failed, without the address: mail servers like to repeat it. */
const failureOf = (error: unknown, address: string) => {
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(address, '(the recipient)')
  return error instanceof Error && 'code' in error ? { reason, code: error.code } : { reason }
}

type Options = { database: Database; transport: Transport; publicUrl: string; log: Logger }

/**
 * Sends the mails that transactions put into the mail outbox. A mail is taken out only when the server has it, so a
 * crash sends it again rather than never; requests do not wait for mail servers.
 */
export const createMailSender = ({ database, transport, publicUrl, log }: Options): MailSender => {
  let round: Promise<void> | undefined
  let isPoked = false
  let isRunning = false
  let isStopping = false

  const deliver = async ({ id, kind, userId, email, attempts, isOld }: DueMail): Promise<void> => {
    const outbox = mailOutbox(database)
    if (userId === null || email === null) return outbox.remove(id)
    try {
      const token = await oneTimeTokens(database).issue(kind, userId)
      await transport.send(mailOf(kind, { to: email, token, publicUrl }))
      await outbox.remove(id)
    } catch (error) {
      const failure = { ...failureOf(error, email), mail: id, kind }
      if (isRefusedForGood(error)) {
        log.warn(failure, 'a mail was refused by its server and is given up')
        return outbox.remove(id)
      }
      if (isOld) {
        log.error(failure, 'a mail could not be sent for a day and is given up')
        return outbox.remove(id)
      }
      // Told when its next attempt is settled: whoever reads it may rely on that.
      await outbox
        .postpone(id, pauseAfter(attempts))
        .finally(() => log.warn({ ...failure, attempts }, 'a mail could not be sent, trying again'))
    }
  }

  const deliverDue = async (): Promise<void> => {
    while (!isStopping) {
      const mail = await mailOutbox(database).take()
      if (!mail) return
      await deliver(mail)
    }
  }

  const look = async (): Promise<void> => {
    isPoked = true
    if (round) return round
    while (isPoked && isRunning && !isStopping) {
      isPoked = false
      round = Promise.all(Array.from({ length: AT_ONCE }, deliverDue)).then(
        () => {},
        (error: unknown) => log.warn({ err: error }, 'the mails that wait could not be read, trying again'),
      )
      await round
    }
    round = undefined
  }

  return {
    poke: () => void look(),
    deliverDue,
    start() {
      isRunning = true
      const timer = setInterval(() => void look(), ROUND_MS)
      void look()
      return {
        async stop() {
          isStopping = true
          clearInterval(timer)
          await round
          transport.close()
        },
      }
    },
  }
}
