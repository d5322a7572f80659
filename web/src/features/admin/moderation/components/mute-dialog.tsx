import { Box, Flex, NativeSelect, Textarea } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useRef } from 'react'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { serverNow } from '../../../../client/time/server-clock.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { formatWhen } from '../../../../ui/time/format.ts'
import { MAX_REASON, ReasonChips, ReasonLength } from '../../../chat/components/moderation-reason.tsx'
import { type Person, useMute } from '../api/moderation-mutations.ts'

/** The server accepts at most a week, and its clock may differ: the longest option is five minutes less. */
const MINUTES = {
  '10': '10 minutes',
  '60': '1 hour',
  '180': '3 hours',
  '1440': '1 day',
  '4320': '3 days',
  '10075': '7 days',
}
const TIMES = Object.entries(MINUTES).map(([value, label]) => ({ value, label }))

type Draft = { minutes: string; reason: string }
const errorsOf = ({ reason }: Draft) => (reason.trim() === '' ? { reason: 'Please give a reason' } : {})
const FIELD_OF = { until: 'minutes' }

type Props = { person: Person; weekend: Weekend; opened: boolean; onClose(): void }

/** Mutes a user in all chats for a time with a reason; the user is shown both. */
export const MuteDialog = ({ person, weekend, opened, onClose }: Props) => {
  const form = useServerForm<Draft>({ minutes: '60', reason: '' }, errorsOf, FIELD_OF)
  const mute = useMute()
  const box = useRef<HTMLDivElement>(null)
  const until = new Date(serverNow() + Number(form.values.minutes) * 60_000).toISOString()
  const reason = form.values.reason.trim()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Mute ${bidiIsolate(person.userName)}`}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(() =>
        mute.mutate({ person, until, reason }, { onSuccess: onClose, onError: form.refuse }),
      )}
      isBusy={mute.isPending}
      send="Mute"
      busy="Muting..."
    >
      <NativeSelect
        label="For"
        data-autofocus
        description={`Until ${formatWhen(until, serverNow(), weekend)}, in every chat. They can still read.`}
        data={TIMES}
        {...form.getInputProps('minutes')}
      />
      <Box ref={box} mt={16}>
        <Textarea
          label="Reason (they see it, and it’s kept in the audit log)"
          rows={2}
          maxLength={MAX_REASON}
          {...form.getInputProps('reason')}
        />
        <Flex wrap="wrap" align="center" gap={8} mt={10}>
          <ReasonChips
            onChoose={(words) => {
              form.setFieldValue('reason', words)
              box.current?.querySelector('textarea')?.focus()
            }}
          />
          <ReasonLength reason={reason} />
        </Flex>
      </Box>
    </FormDialog>
  )
}
