import type { Database } from '@purple-sector/database'
import type { BackgroundTask, Logger } from '@purple-sector/service-kit'
import { runDueTasks } from '@purple-sector/service-kit/scheduling/run-due-tasks'
import { DUE_MAILS, type DueMail, mailOutbox, NEXT_MAIL } from './mail-outbox.ts'
import type { Mail, Transport } from './mail-transport.ts'

export type MailSender = {
  /** Sends what is due; resolves when nothing is. */
  deliverDue(): Promise<void>
  /** Sends what is due from now on. */
  start(): BackgroundTask
}

/** A mail that is put in while others are sent goes with them. */
const INTERVAL_MS = 50
const CONCURRENCY = 3

/** Seconds until the next attempt: 5, 10, 20, … up to half an hour. */
export const backoffSeconds = (attempts: number): number => Math.min(5 * 2 ** (attempts - 1), 1_800)

/** SMTP 5yz at the recipient or the message: the same mail will be refused again. */
const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

/** What failed, without the address: mail servers like to repeat it. */
const failureOf = (error: unknown, address: string | undefined) => {
  const message = error instanceof Error ? error.message : String(error)
  const reason = address === undefined ? message : message.replaceAll(address, '(the recipient)')
  return error instanceof Error && 'code' in error ? { reason, code: error.code } : { reason }
}

/** Writes the mail as it is to be when it leaves; undefined where nobody is to get it any more. */
export type MailWriter<Kind extends string> = (kind: Kind, about: string) => Promise<Mail | undefined>

type Options<Kind extends string> = {
  database: Database
  transport: Transport
  write: MailWriter<Kind>
  log: Logger
}

/**
 * Sends the mails that transactions put into the mail outbox. A mail is taken out only when the server has it, so a
 * crash sends it again rather than never; requests do not wait for mail servers.
 */
export const createMailSender = <Kind extends string>({
  database,
  transport,
  write,
  log,
}: Options<Kind>): MailSender => {
  const outbox = mailOutbox<Kind>(database)
  let isStopping = false

  const deliver = async ({ id, kind, about, attempts, isOld }: DueMail<Kind>): Promise<void> => {
    let mail: Mail | undefined
    try {
      mail = about === null ? undefined : await write(kind, about)
      if (mail) await transport.send(mail)
      await outbox.remove(id)
    } catch (error) {
      const failure = { ...failureOf(error, mail?.to), mail: id, kind }
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
        .postpone(id, backoffSeconds(attempts))
        .finally(() => log.warn({ ...failure, attempts }, 'a mail could not be sent, trying again'))
    }
  }

  const deliverDue = async (): Promise<void> => {
    while (!isStopping) {
      const mail = await outbox.take()
      if (!mail) return
      await deliver(mail)
    }
  }

  /** Whoever finds a mail lets another look for the next: where none waits, only one asks. */
  const deliverBeside = async (others: number): Promise<void> => {
    const mail = isStopping ? undefined : await outbox.take()
    if (!mail) return
    await Promise.all([deliver(mail).then(deliverDue), others > 0 && deliverBeside(others - 1)])
  }

  return {
    deliverDue,
    start() {
      const sending = runDueTasks({ database, log }, INTERVAL_MS, {
        name: 'sending of mails',
        due: DUE_MAILS,
        nextDueAt: NEXT_MAIL,
        work: () => deliverBeside(CONCURRENCY - 1),
      })
      return {
        async stop() {
          isStopping = true
          await sending.stop()
          transport.close()
        },
      }
    },
  }
}
