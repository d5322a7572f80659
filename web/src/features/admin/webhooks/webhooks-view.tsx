import { Box, Button } from '@mantine/core'
import type { Webhook } from '@purple-sector/contracts/admin/webhooks'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { tabAddress } from '../base/api/setup-tabs.ts'
import { ListLoading } from '../base/components/list-loading.tsx'
import { SetupHead } from '../base/components/setup-head.tsx'
import { useDialogSubject } from '../base/components/use-dialog-subject.ts'
import { ChangeSecretDialog } from './change-secret-dialog.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { OpenData } from './open-data.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { useDeleteWebhook, webhooksQuery } from './webhook-queries.ts'
import { WebhookRow } from './webhook-row.tsx'

const DeleteDialog = ({ webhook, opened, onClose }: { webhook: Webhook; opened: boolean; onClose(): void }) => {
  const remove = useDeleteWebhook()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate(webhook, { onSuccess: onClose })}
      title="Delete this webhook?"
      text={`${webhook.url} won’t get any more deliveries. Its secret and its log go with it.`}
      confirm={remove.isPending ? 'Deleting...' : 'Delete webhook'}
      busy={remove.isPending}
    />
  )
}

/** Public data of a weekend, and webhooks for its events. */
export const WebhooksView = () => {
  const webhooks = useQuery(webhooksQuery)
  const creation = useDialogSubject<true>()
  const log = useDialogSubject<Webhook>()
  const change = useDialogSubject<Webhook>()
  const deletion = useDialogSubject<Webhook>()
  return (
    <>
      <SetupHead
        title="Open data and webhooks"
        text="For timing screens, clubs and commentators: open data to read, and webhooks to be notified."
        end={
          <>
            <Button
              component={Link}
              to={tabAddress('reports')}
              variant="outline"
              leftSection={<Icon icon={IconArrowLeft} size={16} />}
            >
              PDF Reports
            </Button>
            <Button leftSection={<Icon icon={IconPlus} size={16} />} onClick={() => creation.open(true)}>
              Add webhook
            </Button>
          </>
        }
      />
      <Panel single flush title="Webhooks" actions="For all weekends. Signed, retried for 24 h.">
        {webhooks.data === undefined ? (
          webhooks.isError ? (
            <QueryError title="Couldn’t load the webhooks" query={webhooks} />
          ) : (
            <ListLoading title="Loading the webhooks..." />
          )
        ) : webhooks.data.length === 0 ? (
          <EmptyState
            title="No webhooks yet"
            text="Add an address to notify about results, the leaderboard and locks."
          />
        ) : (
          <ul className="ps-lined" aria-label="Webhooks">
            {webhooks.data.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onDeliveries={() => log.open(webhook)}
                onChangeSecret={() => change.open(webhook)}
                onDelete={() => deletion.open(webhook)}
              />
            ))}
          </ul>
        )}
      </Panel>
      <Box mt={16}>
        <OpenData />
      </Box>
      {creation.subject && <WebhookDialog key={creation.key} opened={creation.opened} onClose={creation.close} />}
      {log.subject && (
        <DeliveriesDialog key={`log-${log.key}`} webhook={log.subject} opened={log.opened} onClose={log.close} />
      )}
      {change.subject && (
        <ChangeSecretDialog
          key={`secret-${change.key}`}
          webhook={change.subject}
          opened={change.opened}
          onClose={change.close}
        />
      )}
      {deletion.subject && (
        <DeleteDialog
          key={`delete-${deletion.key}`}
          webhook={deletion.subject}
          opened={deletion.opened}
          onClose={deletion.close}
        />
      )}
    </>
  )
}
