import { ActionIcon, Box, Flex, Text } from '@mantine/core'
import type { Webhook } from '@purple-sector/contracts/admin/webhooks'
import { IconKey, IconListDetails, IconSend, IconTrash } from '@tabler/icons-react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { ActionMenu, type MenuAction } from '../../../ui/controls/action-menu.tsx'
import { formatDate, formatDay, formatTime } from '../../../ui/time/format.ts'
import rows from '../base/components/rows.module.css'
import { useTestWebhook } from './webhook-queries.ts'

type Props = { webhook: Webhook; onDeliveries(): void; onChangeSecret(): void; onDelete(): void }

/** A webhook: URL, events and actions, which are a menu on a phone. */
export const WebhookRow = ({ webhook, onDeliveries, onChangeSecret, onDelete }: Props) => {
  const isPhone = useIsPhone()
  const test = useTestWebhook()
  const { url, events, createdAt, previousSecretUntil } = webhook
  const actions: MenuAction[] = [
    { label: 'Send test', icon: IconSend, onSelect: () => test.mutate(webhook), disabled: test.isPending },
    { label: 'Deliveries', icon: IconListDetails, onSelect: onDeliveries },
    { label: 'Change secret', icon: IconKey, onSelect: onChangeSecret },
    { label: 'Delete', icon: IconTrash, onSelect: onDelete, danger: true },
  ]
  return (
    <Box component="li" className={join('ps-row', rows.row)} mih={60}>
      <div className="ps-fill ps-wrap">
        <Text component="b" display="block">
          {url}
        </Text>
        <Text span variant="note">
          {events.join(', ')} · since {formatDate(createdAt)}
        </Text>
        {previousSecretUntil !== null && (
          <Text display="block" span variant="note">
            The old secret works until {formatDay(previousSecretUntil)}, {formatTime(previousSecretUntil)}
          </Text>
        )}
      </div>
      {isPhone ? (
        <ActionMenu label={`More for ${url}`} actions={actions} />
      ) : (
        <Flex component="span" flex="none">
          {actions.map(({ label, icon, onSelect, disabled }) => (
            <ActionIcon key={label} aria-label={`${label} ${url}`} title={label} disabled={disabled} onClick={onSelect}>
              <Icon icon={icon} />
            </ActionIcon>
          ))}
        </Flex>
      )}
    </Box>
  )
}
