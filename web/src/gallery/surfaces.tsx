import { Badge, Flex, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Section } from './section.tsx'

const BADGES = ['purple', 'green', 'yellow', 'red', 'live', 'running', 'ink', 'neutral', 'plain'] as const

/** Papers, badges, skeletons, titles and text of the theme. */
export const Surfaces = () => (
  <Section title="Surfaces and text" text="Badges in three sizes, placeholders, titles and the variants of text.">
    {(['md', 'sm', 'xs'] as const).map((size) => (
      <Flex key={size} wrap="wrap" align="center" gap={8} px={{ base: 16, sm: 0 }}>
        {BADGES.map((variant) => (
          <Badge key={variant} size={size} variant={variant}>
            {variant}
          </Badge>
        ))}
      </Flex>
    ))}
    <Paper withBorder p={16}>
      <Stack gap={12}>
        <Skeleton width="60%" />
        <Skeleton width={40} height={40} />
        {(['h1', 'h2', 'h3', 'h4'] as const).map((size) => (
          <Title key={size} order={3} size={size}>
            Title as {size}
          </Title>
        ))}
        <Text>Text of 14 px</Text>
        <Text size="sm" c="dimmed">
          Small and quiet
        </Text>
        <Text size="xs" c="var(--ps-ink-3)">
          Smaller and fainter
        </Text>
        <Text variant="note">A note</Text>
        <Text variant="label">A label</Text>
        <Text maw={160} truncate>
          A line that is too long for its place
        </Text>
      </Stack>
    </Paper>
  </Section>
)
