import { Badge, Box, Button, Flex, SimpleGrid, Text } from '@mantine/core'
import type { ShareTemplate } from '@purple-sector/contracts/engagement/http'
import { IconBrandBluesky, IconBrandFacebook, IconBrandX, type TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { blueskyAddress, facebookAddress, xAddress } from '../../../client/browser/networks.ts'
import { useCopy } from '../../../client/messages/use-copy.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { plural } from '../../../ui/time/format.ts'
import { postText, shareLink, TEMPLATE_NAMES, tagsOf, wholePost } from '../api/share-labels.ts'
import { useCountShare } from './use-sharing.ts'

type Network = { name: string; icon: TablerIcon; address: string }

const networksOf = (template: ShareTemplate): Network[] => {
  const [text, link] = [postText(template), shareLink(template)]
  return [
    { name: 'X (Twitter)', icon: IconBrandX, address: xAddress(text, link) },
    { name: 'Facebook', icon: IconBrandFacebook, address: facebookAddress(link, text) },
    { name: 'Bluesky', icon: IconBrandBluesky, address: blueskyAddress(wholePost(template)) },
  ]
}

const FRAME = {
  bd: '1px solid var(--ps-line)',
  bdrs: 'md',
  bg: 'var(--ps-sunken)',
}
const AS_HIGH = { aspectRatio: '1200 / 630' }

/** The image as networks show it; decorative, as the text is beside it. */
const TemplateImage = ({ imageUrl }: { imageUrl: string }) => {
  const [state, become] = useState<'loading' | 'shown' | 'missing'>('loading')
  if (state === 'missing')
    return (
      <Text inherit c="dimmed" ta="center" className="ps-centre" p={16} {...FRAME} style={AS_HIGH} role="alert">
        Couldn’t load the picture. You can still share the text.
      </Text>
    )
  return (
    <Box
      component="img"
      display="block"
      w="100%"
      h="auto"
      {...FRAME}
      // Its alternative text is for when it is missing.
      c={state === 'loading' ? 'transparent' : undefined}
      src={imageUrl}
      width={1200}
      height={630}
      alt="What the link shows"
      onLoad={() => become('shown')}
      onError={() => become('missing')}
    />
  )
}

/** The post with its image, and buttons to share it. */
export const TemplatePreview = ({ template }: { template: ShareTemplate }) => {
  const { copy, isCopied, byHand } = useCopy()
  const share = useCountShare(template.weekendId)
  const { id, templateType, imageUrl, content, shareCount } = template
  return (
    <Box
      component="section"
      miw={0}
      px={{ base: 16, sm: 20 }}
      pt={{ base: 14, sm: 16 }}
      pb={{ base: 'calc(28px + env(safe-area-inset-bottom, 0px))', sm: 20 }}
      aria-label={`Preview: ${TEMPLATE_NAMES[templateType]}`}
    >
      <TemplateImage key={imageUrl} imageUrl={imageUrl} />
      <Box pt={14} pb={16}>
        <p className="ps-wrap">{content}</p>
        <Flex align="center" gap={10} mt={8} wrap="wrap">
          <Text span size="sm" c="dimmed" className="ps-wrap">
            {tagsOf(template)}
          </Text>
          {shareCount > 0 && (
            <Box ml="auto">
              <Badge variant="plain">Shared {plural(shareCount, 'time')}</Badge>
            </Box>
          )}
        </Flex>
      </Box>
      <SimpleGrid cols={2} spacing={8}>
        <CopyButton
          isCopied={isCopied()}
          onClick={() => void copy(wholePost(template), { title: 'Copied!', message: 'Content copied to clipboard' })}
        >
          Copy
        </CopyButton>
        {networksOf(template).map(({ name, icon, address }) => (
          <Button
            component="a"
            key={name}
            variant="outline"
            leftSection={<Icon icon={icon} size={20} />}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => share.mutate(id)}
          >
            {name}
          </Button>
        ))}
      </SimpleGrid>
      {byHand}
    </Box>
  )
}
