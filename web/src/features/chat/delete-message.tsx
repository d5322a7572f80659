import type { Message } from '@purple-sector/contracts/chat/http'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useToastMutation } from '../../lib/toast-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import classes from './delete-message.module.css'
import { MAX_REASON, ReasonChips, ReasonLength } from './reason.tsx'

/** In which right somebody else's message is deleted; it decides where the reason is kept. */
export type Moderator = 'administrator' | 'group admin'

const LABELS: Record<Moderator, string> = {
  administrator: 'Reason (kept with the message in the audit log)',
  'group admin': 'Reason (kept with the message in the group)',
}

const pathOf = ({ id, groupId }: Message, by: Moderator): string =>
  by === 'group admin' ? `/api/groups/${groupId}/chat/${id}` : `/api/admin/chat/${groupId ? 'group' : 'weekend'}/${id}`

const useDeleteWithReason = (message: Message, by: Moderator, onDeleted: () => void) =>
  useToastMutation<string, void>({
    mutationFn: (reason) => api.delete(pathOf(message, by), { reason }),
    success: () => ({ title: 'Message deleted successfully' }),
    failure: 'Failed to delete message',
    offline: 'We can’t reach the server. Nothing was deleted.',
    onDone: onDeleted,
  })

type DeleteMessageProps = {
  message: Message
  by: Moderator
  onCancel(): void
  /** The message is gone: it may leave this screen before a frame says so. */
  onDeleted(): void
}

/**
 * Asks in place, under a message, for what reason it is deleted, and deletes it. It takes the focus when it is opened and
 * gives it back when it is cancelled. Without a reason nothing is sent.
 */
export const DeleteMessage = ({ message, by, onCancel, onDeleted }: DeleteMessageProps) => {
  const [typed, type] = useState('')
  const reason = typed.trim()
  const deletion = useDeleteWithReason(message, by, onDeleted)
  const form = useRef<HTMLFormElement>(null)
  const opener = useRef<Element | null>(null)
  const focusReason = useCallback(() => form.current?.querySelector('textarea')?.focus(), [])
  useEffect(() => {
    opener.current = document.activeElement
    focusReason()
  }, [focusReason])

  const cancel = () => {
    if (deletion.isPending) return
    onCancel()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason !== '' && !deletion.isPending) deletion.mutate(reason)
  }

  return (
    <form ref={form} className={classes.form} onSubmit={send} aria-label="Delete message">
      <TextAreaField
        label={LABELS[by]}
        value={typed}
        maxLength={MAX_REASON}
        rows={2}
        className={classes.reason}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && cancel()}
        // The dialog around it stays open.
        data-mantine-stop-propagation
      />
      <div className={classes.foot}>
        <ReasonChips
          onChoose={(words) => {
            type(words)
            focusReason()
          }}
        />
        <ReasonLength reason={reason} />
        <span className={classes.actions}>
          <Button size="sm" variant="outline" onClick={cancel}>
            Cancel
          </Button>
          <Button size="sm" variant="danger" type="submit" busy={deletion.isPending} disabled={reason === ''}>
            {deletion.isPending ? 'Deleting...' : 'Delete message'}
          </Button>
        </span>
      </div>
    </form>
  )
}
