import { Box, Stack, TextInput } from '@mantine/core'
import type { WebhookWithSecret } from '@purple-sector/contracts/admin/webhooks'
import { useState } from 'react'
import { useServerForm } from '../../../client/api/use-server-form.ts'
import { Tick } from '../../../ui/controls/tick.tsx'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useCreateWebhook, type WebhookDraft } from './webhook-queries.ts'
import { EVENTS, webhookErrors } from './webhook-words.ts'

type Props = { opened: boolean; onClose(): void }

/** Adds a webhook, then shows its secret. */
export const WebhookDialog = ({ opened, onClose }: Props) => {
  const [createdWebhook, setCreatedWebhook] = useState<WebhookWithSecret>()
  const form = useServerForm<WebhookDraft>({ url: '', events: [] }, webhookErrors)
  const create = useCreateWebhook()
  if (createdWebhook)
    return (
      <SecretDialog
        title="Webhook created"
        text="Every delivery is signed with this secret. We only show it once: if you lose it, change the secret."
        secret={createdWebhook.secret}
        opened={opened}
        onClose={onClose}
      />
    )

  const send = ({ url, events }: WebhookDraft) =>
    create.mutate({ url: url.trim(), events }, { onSuccess: setCreatedWebhook, onError: form.refuse })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add webhook"
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(send)}
      isBusy={create.isPending}
      send="Add webhook"
      busy="Adding..."
    >
      <TextInput
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        description="We POST JSON to it. It must answer with a 2xx status within 5 s."
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Box component="fieldset" mt={16}>
        <Box component="legend" className="ps-field-label" p={0}>
          Events
        </Box>
        <Stack gap={6}>
          {EVENTS.map(({ name, title, note }) => (
            <Tick
              key={name}
              title={title}
              note={note}
              checked={form.values.events.includes(name)}
              onChange={(checked) =>
                form.setFieldValue('events', (chosen) =>
                  EVENTS.map((event) => event.name).filter((each) => (each === name ? checked : chosen.includes(each))),
                )
              }
            />
          ))}
        </Stack>
        {form.errors.events && (
          <p className="ps-field-error" role="alert">
            {form.errors.events}
          </p>
        )}
      </Box>
    </FormDialog>
  )
}
