import { Box, Button, Flex } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCopy } from '../../../client/messages/use-copy.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'

type Props = {
  title: string
  note: string
  /** Path of the public calendar. */
  path: string
  /** The inset on the desktop in px, as of what stands above. */
  inset: 16 | 20
}

/** Offers a calendar as a subscription: by this device's calendar, or by a link to copy. */
export const AddToCalendar = ({ title, note, path, inset }: Props) => {
  const { copy, isCopied, byHand } = useCopy()
  // The server does not know by which name it was reached.
  const [host, become] = useState<string>()
  useEffect(() => become(location.host), [])
  const toast = { title: 'Link copied!', message: 'Paste it into your calendar app to subscribe.' }
  return (
    <Box className="ps-above" py={16} px={{ base: 16, sm: inset }}>
      <Box component="b" display="block" fw={550}>
        {title}
      </Box>
      <Box component="span" className="ps-faint" fz={12.5}>
        {note}
      </Box>
      <Flex wrap="wrap" gap={10} mt={12}>
        <Button
          component="a"
          variant="outline"
          leftSection={<Icon icon={IconCalendarPlus} size={16} />}
          href={host === undefined ? path : `webcal://${host}${path}`}
        >
          Add to calendar
        </Button>
        <CopyButton
          variant="outline"
          isCopied={isCopied()}
          onClick={() => void copy(new URL(path, location.origin).href, toast)}
        >
          Copy Link
        </CopyButton>
      </Flex>
      {byHand}
    </Box>
  )
}
