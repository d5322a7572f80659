import { Box } from '@mantine/core'
import type { MadeWebhook } from '@purple-sector/contracts/admin/webhooks'
import { useState } from 'react'
import { useCopy } from '../../lib/use-copy.tsx'
import { useDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Tick, Ticks } from '../../ui/tick.tsx'
import { useCreateWebhook, type WebhookDraft } from './webhook-queries.ts'
import { EVENTS, webhookErrors } from './webhook-words.ts'
import classes from './webhooks.module.css'

type Props = { opened: boolean; onClose(): void }

/** The secret, this once: a click beside it does not lose it. */
const SecretDialog = ({ made, opened, onClose }: Props & { made: MadeWebhook }) => {
  const { copy, isCopied, byHand } = useCopy()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      stays
      title="Webhook created"
      foot={
        <>
          <CopyButton
            variant="outline"
            isCopied={isCopied()}
            onClick={() => void copy(made.secret, { title: 'Secret copied', message: 'Store it with your receiver.' })}
          >
            Copy secret
          </CopyButton>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <p className="ps-muted">
        Every delivery is signed with this secret. We only show it once: if you lose it, delete the webhook and create a
        new one.
      </p>
      <Box mt={14}>
        <TextField
          label="Secret"
          readOnly
          value={made.secret}
          className={classes.secret}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Box>
      {byHand}
    </Dialog>
  )
}

/** Adds a webhook, then shows its secret. */
export const WebhookDialog = ({ opened, onClose }: Props) => {
  const [made, setMade] = useState<MadeWebhook>()
  const { draft, errors, set, submit, refuse } = useDraft<WebhookDraft>({ url: '', events: [] }, webhookErrors)
  const create = useCreateWebhook()
  if (made) return <SecretDialog made={made} opened={opened} onClose={onClose} />

  const send = ({ url, events }: WebhookDraft) =>
    create.mutate({ url: url.trim(), events }, { onSuccess: setMade, onError: refuse })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add webhook"
      className={classes.form}
      onSubmit={submit(send)}
      isBusy={create.isPending}
      send="Add webhook"
      busy="Adding..."
    >
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={draft.url}
        error={errors.url}
        hint="We POST JSON to it. It must answer with a 2xx status within 5 s."
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
      />
      <fieldset className={classes.events}>
        <legend className="ps-field-label">Events</legend>
        <Ticks>
          {EVENTS.map(({ name, title, note }) => (
            <Tick
              key={name}
              title={title}
              note={note}
              checked={draft.events.includes(name)}
              onChange={(checked) =>
                set({
                  events: EVENTS.map((event) => event.name).filter((each) =>
                    each === name ? checked : draft.events.includes(each),
                  ),
                })
              }
            />
          ))}
        </Ticks>
        {errors.events && (
          <p className="ps-field-error" role="alert">
            {errors.events}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}
