import { ActionIcon, Button, Flex } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { Icon } from '../ui/base/icon.tsx'
import { AsyncButton } from '../ui/controls/async-button.tsx'
import { Section } from './section.tsx'

const VARIANTS = ['filled', 'outline', 'quiet', 'danger', 'invite'] as const
const SIZES = ['sm', 'md', 'lg'] as const

/** Every variant in its sizes, with an icon, disabled, and while its action runs. */
export const Buttons = () => (
  <Section title="Buttons in all states" text="Sizes, an icon, disabled, and an action that runs.">
    {VARIANTS.map((variant) => (
      <Flex key={variant} wrap="wrap" align="center" gap={8} px={{ base: 16, sm: 0 }}>
        {SIZES.map((size) => (
          <Button key={size} variant={variant} size={size}>
            {variant}
          </Button>
        ))}
        <Button variant={variant} leftSection={<Icon icon={IconPlus} size={16} />}>
          Icon
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <AsyncButton variant={variant} loading>
          Running...
        </AsyncButton>
      </Flex>
    ))}
    <Flex align="center" gap={8} px={{ base: 16, sm: 0 }}>
      {(['sm', 'md'] as const).map((size) => (
        <ActionIcon key={size} size={size} aria-label={`Edit, ${size}`} title="Edit">
          <Icon icon={IconEdit} />
        </ActionIcon>
      ))}
      <ActionIcon variant="danger" aria-label="Delete the row" title="Delete">
        <Icon icon={IconTrash} />
      </ActionIcon>
      <ActionIcon variant="danger" aria-label="Delete nothing" title="Delete" disabled>
        <Icon icon={IconTrash} />
      </ActionIcon>
    </Flex>
  </Section>
)
