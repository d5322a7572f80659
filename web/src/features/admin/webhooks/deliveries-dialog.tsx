import { Badge, Box, Flex, Text } from '@mantine/core'
import type { Delivery, Webhook } from '@purple-sector/contracts/admin/webhooks'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { formatDay, formatTimeWithSeconds, plural } from '../../../ui/time/format.ts'
import { ListLoading } from '../base/components/list-loading.tsx'
import { deliveriesQuery, useTestWebhook } from './webhook-queries.ts'
import { describeOutcome, STATES } from './webhook-words.ts'

const DeliveryRow = ({ delivery }: { delivery: Delivery }) => {
  const { type, at, state, attempts, nextAttemptAt } = delivery
  const { title, tone } = STATES[state]
  const next = state === 'waiting' && nextAttemptAt ? ` Next ${formatTimeWithSeconds(nextAttemptAt)}.` : ''
  return (
    <Flex component="li" align="center" gap={12} mih={56} py={8} px={16}>
      <div className="ps-fill ps-wrap">
        <Box component="b" display="block" fw={550} lh="20px">
          {type}
        </Box>
        <Text span variant="note">
          <time dateTime={at}>
            {formatDay(at)}, {formatTimeWithSeconds(at)}
          </time>
          {` · ${describeOutcome(delivery)} ${plural(attempts, 'attempt')}.${next}`}
        </Text>
      </div>
      <Badge variant={tone}>{title}</Badge>
    </Flex>
  )
}

/** Deliveries of a webhook in the last week with their outcomes. */
export const DeliveriesDialog = ({
  webhook,
  opened,
  onClose,
}: {
  webhook: Webhook
  opened: boolean
  onClose(): void
}) => {
  const deliveries = useQuery({ ...deliveriesQuery(webhook.id), enabled: opened })
  const test = useTestWebhook()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="md"
      flush
      title={
        <Flex component="span" direction="column">
          Deliveries
          <Text span variant="note">
            {webhook.url}
          </Text>
        </Flex>
      }
      foot={
        <AsyncButton
          variant="outline"
          leftSection={<Icon icon={IconSend} size={16} />}
          loading={test.isPending}
          onClick={() => test.mutate(webhook)}
        >
          {test.isPending ? 'Sending...' : 'Send test'}
        </AsyncButton>
      }
    >
      {deliveries.data === undefined ? (
        deliveries.isError ? (
          <QueryError title="Couldn’t load the deliveries" query={deliveries} />
        ) : (
          <ListLoading title="Loading the deliveries..." />
        )
      ) : deliveries.data.length === 0 ? (
        <EmptyState title="Nothing sent yet" text="Deliveries stay here for a week. A test is sent straight away." />
      ) : (
        <ul className="ps-lined" aria-label="Deliveries">
          {deliveries.data.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
