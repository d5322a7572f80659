import { Button, Flex, Textarea } from '@mantine/core'
import type { Message } from '@purple-sector/contracts/chat/http'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { MAX_REASON, ReasonChips, ReasonLength } from './moderation-reason.tsx'

/** The role in which another user's message is deleted; determines where the reason is recorded. */
export type Moderator = 'administrator' | 'group admin'

const LOW = { input: { minHeight: 56 } }

const LABELS: Record<Moderator, string> = {
  administrator: 'Reason (kept with the message in the audit log)',
  'group admin': 'Reason (kept with the message in the group)',
}

const pathOf = ({ id, groupId }: Message, moderator: Moderator): string =>
  moderator === 'group admin'
    ? `/api/groups/${groupId}/chat/${id}`
    : `/api/admin/chat/${groupId ? 'group' : 'weekend'}/${id}`

const useDeleteWithReason = (message: Message, moderator: Moderator, onDeleted: () => void) =>
  useToastMutation<string, void>({
    mutationFn: (reason) => api.delete(pathOf(message, moderator), { reason }),
    success: () => ({ title: 'Message deleted successfully' }),
    failure: 'Failed to delete message',
    offline: 'We can’t reach the server. Nothing was deleted.',
    onDone: onDeleted,
  })

type DeleteMessageProps = {
  message: Message
  moderator: Moderator
  onCancel(): void
  /** Called after the deletion, so that the message can leave this screen before its frame arrives. */
  onDeleted(): void
}

/**
 * Form below a message to enter a reason and delete it. Sends nothing without a reason. Takes the focus when opened and
 * restores it when cancelled.
 */
export const DeleteMessage = ({ message, moderator, onCancel, onDeleted }: DeleteMessageProps) => {
  const [typed, type] = useState('')
  const reason = typed.trim()
  const deletion = useDeleteWithReason(message, moderator, onDeleted)
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
    <form ref={form} onSubmit={send} aria-label="Delete message">
      <Textarea
        label={LABELS[moderator]}
        value={typed}
        maxLength={MAX_REASON}
        rows={2}
        styles={LOW}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && cancel()}
        // Keeps Escape from closing the dialog around the form.
        data-mantine-stop-propagation
      />
      <Flex wrap="wrap" align="center" gap={8} mt={10}>
        <ReasonChips
          onChoose={(chipReason) => {
            type(chipReason)
            focusReason()
          }}
        />
        <ReasonLength reason={reason} />
        <Flex component="span" flex={{ base: '1 0 100%', sm: 'none' }} gap={8}>
          <Button size="sm" variant="outline" flex={{ base: 1, sm: 'none' }} onClick={cancel}>
            Cancel
          </Button>
          <AsyncButton
            size="sm"
            variant="danger"
            flex={{ base: 1, sm: 'none' }}
            type="submit"
            loading={deletion.isPending}
            disabled={reason === ''}
          >
            {deletion.isPending ? 'Deleting...' : 'Delete message'}
          </AsyncButton>
        </Flex>
      </Flex>
    </form>
  )
}
