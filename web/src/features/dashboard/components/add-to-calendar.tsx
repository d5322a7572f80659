import { Box, Button, Flex } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useCopy } from '../../../client/messages/use-copy.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'

/** Offers the weekend's sessions as a calendar subscription: by this device's calendar, or by a link to copy. */
export const AddToCalendar = ({ weekendId }: { weekendId: number }) => {
  const { copy, isCopied, byHand } = useCopy()
  const { protocol, host } = window.location
  const path = `/api/open/weekends/${weekendId}/sessions.ics`
  const toast = { title: 'Link copied!', message: 'Paste it into your calendar app to subscribe.' }
  return (
    <Box className="ps-above" py={16} px={{ base: 16, sm: 20 }}>
      <Box component="b" display="block" fw={550}>
        Sessions in your calendar
      </Box>
      <Box component="span" className="ps-faint" fz={12.5}>
        Your calendar updates when a session moves.
      </Box>
      <Flex wrap="wrap" gap={10} mt={12}>
        <Button
          component="a"
          variant="outline"
          leftSection={<Icon icon={IconCalendarPlus} size={16} />}
          href={`webcal://${host}${path}`}
        >
          Add to calendar
        </Button>
        <CopyButton
          variant="outline"
          isCopied={isCopied()}
          onClick={() => void copy(`${protocol}//${host}${path}`, toast)}
        >
          Copy Link
        </CopyButton>
      </Flex>
      {byHand}
    </Box>
  )
}
