import type { Webhook } from '@purple-sector/contracts/admin/webhooks'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useChangeSecret } from './webhook-queries.ts'

type Props = { webhook: Webhook; opened: boolean; onClose(): void }

/** Changes the secret of a webhook after a confirmation, then shows the new one. */
export const ChangeSecretDialog = ({ webhook, opened, onClose }: Props) => {
  const change = useChangeSecret()
  if (change.data)
    return (
      <SecretDialog
        title="Secret changed"
        text="It is shown only once. Your receiver has 24 hours to switch: until then deliveries are signed with the old secret too."
        secret={change.data.secret}
        opened={opened}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => change.mutate(webhook)}
      title="Change this secret?"
      text={`${webhook.url} gets a new secret. The old one keeps working for 24 hours, then it stops.`}
      confirm={change.isPending ? 'Changing...' : 'Change secret'}
      destructive={false}
      busy={change.isPending}
    />
  )
}
