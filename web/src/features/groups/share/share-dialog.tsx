import { Badge, Box, Button, Flex, Input, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Group } from '@purple-sector/contracts/groups/http'
import { IconBrandFacebook, IconBrandSnapchat, IconBrandX, IconCheck, type TablerIcon } from '@tabler/icons-react'
import { openPage } from '../../../client/browser/clipboard.ts'
import { facebookAddress, xAddress } from '../../../client/browser/networks.ts'
import { useCopy } from '../../../client/messages/use-copy.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { plural } from '../../../ui/time/format.ts'
import { invitationMessage, inviteLink } from './invite-link.ts'
import classes from './share-dialog.module.css'
import { useQrCode } from './use-qr-code.ts'

const CLIPPED = { input: 'ps-clip' }

type Network = { name: string; icon: TablerIcon; hint: string; address(link: string): string }

/** Networks that accept only a link by URL; the message is copied to the clipboard. */
const BY_CLIPBOARD: readonly Network[] = [
  {
    name: 'Facebook',
    icon: IconBrandFacebook,
    hint: 'Paste it into your post.',
    address: (link) => facebookAddress(link),
  },
  {
    name: 'Snapchat',
    icon: IconBrandSnapchat,
    hint: 'Paste it into your message.',
    address: (link) => `https://www.snapchat.com/share?link=${encodeURIComponent(link)}`,
  },
]

const ScanToJoin = ({ group, link }: { group: Group; link: string }) => {
  const code = useQrCode(link)
  if (code === null) return null
  return (
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      align="center"
      gap={{ base: 14, sm: 22 }}
      px={{ base: 16, sm: 20 }}
      pt={4}
      pb={20}
      ta={{ base: 'center', sm: 'left' }}
    >
      {code === undefined ? (
        <div role="status" aria-label="Making the QR code...">
          <Skeleton width={252} height={252} />
        </div>
      ) : (
        <Box
          component="svg"
          className={classes.code}
          w={252}
          h={252}
          p={16}
          bdrs="md"
          viewBox={code.viewBox}
          shapeRendering="crispEdges"
          role="img"
          aria-label="QR code of the invite link"
        >
          <path d={code.path} />
        </Box>
      )}
      <div>
        <Title order={3} size="h2" fz={20} lh="24px">
          Scan to Join
        </Title>
        <Text size="sm" c="dimmed" className="ps-wrap">
          {bidiIsolate(group.name)} · {plural(group.memberCount, 'member')}
        </Text>
        <Box mt={12} mih={20} role="status">
          {code && (
            <Badge variant="green" leftSection={<Icon icon={IconCheck} size={14} />} className={classes.ready}>
              Ready
            </Badge>
          )}
        </Box>
      </div>
    </Flex>
  )
}

/** Shares a public group: its QR code, its link, and buttons for networks. */
export const ShareDialog = ({ group, onClose }: { group: Group; onClose(): void }) => {
  const { copy, isCopied, byHand } = useCopy()
  const link = inviteLink(group.inviteCode)
  const message = invitationMessage(link)

  const shareBy = async ({ name, hint, address }: Network) => {
    const toast = { title: `${name} message copied!`, message: hint }
    if (await copy(message, toast, name)) openPage(address(link))
  }
  const button = (network: Network) => (
    <CopyButton
      variant="outline"
      icon={network.icon}
      isCopied={isCopied(network.name)}
      onClick={() => void shareBy(network)}
    >
      {network.name}
    </CopyButton>
  )
  const [facebook, snapchat] = BY_CLIPBOARD.map(button)

  return (
    <Dialog opened onClose={onClose} title="Share Group Invitation" flush>
      <ScanToJoin group={group} link={link} />
      <Box className="ps-above ps-below" px={{ base: 16, sm: 20 }} pt={14} pb={16} bg="var(--ps-sunken)">
        <Text component="label" variant="label" htmlFor="invite-link">
          Invite link
        </Text>
        <Flex gap={8} mt={8}>
          <Input
            id="invite-link"
            className="ps-fill"
            classNames={CLIPPED}
            readOnly
            value={link}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton
            isCopied={isCopied()}
            onClick={() => void copy(link, { title: 'Link copied!', message: 'Anyone with the link can join.' })}
          >
            Copy Link
          </CopyButton>
        </Flex>
        {byHand}
      </Box>
      <SimpleGrid
        cols={{ base: 1, sm: 3 }}
        spacing={8}
        px={{ base: 16, sm: 20 }}
        pt={16}
        pb={{ base: 'calc(28px + env(safe-area-inset-bottom, 0px))', sm: 20 }}
      >
        {facebook}
        <Button
          component="a"
          variant="outline"
          leftSection={<Icon icon={IconBrandX} size={20} />}
          href={xAddress(message)}
          target="_blank"
          rel="noopener noreferrer"
        >
          X (Twitter)
        </Button>
        {snapchat}
      </SimpleGrid>
    </Dialog>
  )
}
