import type { Database } from '@purple-sector/database'
import { counter } from '@purple-sector/metrics'
import type { BackgroundTask, Logger } from '@purple-sector/service-kit'
import { runDueTasks } from '@purple-sector/service-kit/scheduling/run-due-tasks'
import { DUE_MAILS, type DueMail, mailOutbox, NEXT_MAIL } from './mail-outbox.ts'
import type { Mail, Transport } from './mail-transport.ts'

export type MailSender = {
  /** Sends all due mails; resolves when none is due. */
  deliverDue(): Promise<void>
  /** Starts sending mails as they become due. */
  start(): BackgroundTask
}

/** Debounce: a mail enqueued while other mails are sent is sent with them. */
const INTERVAL_MS = 50
const CONCURRENCY = 3

/** Backoff in seconds before the next attempt: 5, 10, 20, … up to half an hour. */
export const backoffSeconds = (attempts: number): number => Math.min(5 * 2 ** (attempts - 1), 1_800)

/** SMTP 5yz for the recipient or the message: the same mail will be rejected again. */
const isRejectedPermanently = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

/** Describes the failure without the address, which mail servers often repeat. */
const failureOf = (error: unknown, address: string | undefined) => {
  const message = error instanceof Error ? error.message : String(error)
  const reason = address === undefined ? message : message.replaceAll(address, '(the recipient)')
  return error instanceof Error && 'code' in error ? { reason, code: error.code } : { reason }
}

const attempted = counter('mail_deliveries_total')

/** Renders the mail when it is sent; undefined if it is no longer needed. */
export type MailWriter<Kind extends string> = (kind: Kind, about: string) => Promise<Mail | undefined>

type Options<Kind extends string> = {
  database: Database
  transport: Transport
  write: MailWriter<Kind>
  log: Logger
}

/**
 * Creates the sender of the mails that transactions enqueue. A mail is removed only after the server accepted it, so
 * after a crash it is sent twice rather than never. Requests do not wait for mail servers.
 */
export const createMailSender = <Kind extends string>({
  database,
  transport,
  write,
  log,
}: Options<Kind>): MailSender => {
  const outbox = mailOutbox<Kind>(database)
  let isStopping = false

  const deliver = async ({ id, kind, about, attempts, isExpired }: DueMail<Kind>): Promise<void> => {
    let mail: Mail | undefined
    try {
      mail = about === null ? undefined : await write(kind, about)
      if (mail) {
        await transport.send(mail)
        attempted.inc({ outcome: 'sent' })
      }
      await outbox.remove(id)
    } catch (error) {
      const failure = { ...failureOf(error, mail?.to), mail: id, kind }
      attempted.inc({ outcome: isRejectedPermanently(error) || isExpired ? 'abandoned' : 'failed' })
      if (isRejectedPermanently(error)) {
        log.warn({ event: 'mail.rejected', ...failure }, 'Mail server rejected the mail permanently; mail abandoned')
        return outbox.remove(id)
      }
      if (isExpired) {
        log.error({ event: 'mail.expired', ...failure }, 'Mail could not be sent for a day; mail abandoned')
        return outbox.remove(id)
      }
      // Logged after its next attempt is scheduled: tests and operators may rely on that order.
      await outbox
        .postpone(id, backoffSeconds(attempts))
        .finally(() =>
          log.warn({ event: 'mail.send_failed', ...failure, attempts }, 'Mail could not be sent; it is retried'),
        )
    }
  }

  const deliverDue = async (): Promise<void> => {
    while (!isStopping) {
      const mail = await outbox.claimNext()
      if (!mail) return
      await deliver(mail)
    }
  }

  /** Starts the next sender only after a mail was found, so that an empty outbox costs one query. */
  const deliverInParallel = async (furtherSenders: number): Promise<void> => {
    const mail = isStopping ? undefined : await outbox.claimNext()
    if (!mail) return
    await Promise.all([deliver(mail).then(deliverDue), furtherSenders > 0 && deliverInParallel(furtherSenders - 1)])
  }

  return {
    deliverDue,
    start() {
      const sending = runDueTasks({ database, log }, INTERVAL_MS, {
        name: 'mail sender',
        due: DUE_MAILS,
        nextDueAt: NEXT_MAIL,
        work: () => deliverInParallel(CONCURRENCY - 1),
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
