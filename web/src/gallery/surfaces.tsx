import '@mantine/core/styles/Table.layer.css'
import { Badge, Flex, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { Plate } from '../ui/racing/plate.tsx'
import { Section } from './section.tsx'

const BADGES = ['purple', 'green', 'yellow', 'red', 'live', 'running', 'ink', 'neutral', 'plain'] as const

const LAPS = [
  { plate: '18', driver: 'Jordan Harrowell', lap: '1:20.298' },
  { plate: '7', driver: 'Ada Quinn', lap: '1:20.442' },
] as const

const Laps = ({ inset }: { inset: boolean }) => (
  <Table mod={{ inset }}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Car</Table.Th>
        <Table.Th>Driver</Table.Th>
        <Table.Th mod="figure">Best lap</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {LAPS.map(({ plate, driver, lap }) => (
        <Table.Tr key={plate}>
          <Table.Td>
            <Plate number={plate} size="sm" />
          </Table.Td>
          <Table.Th scope="row">{driver}</Table.Th>
          <Table.Td mod="figure">{lap}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

/** Papers, badges, skeletons, titles, text and tables of the theme. */
export const Surfaces = () => (
  <Section
    title="Surfaces and text"
    text="Badges in three sizes, placeholders, titles, the variants of text, and tables."
  >
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
    <Paper withBorder p={16}>
      <Laps inset={false} />
    </Paper>
    <Paper withBorder>
      <Laps inset />
    </Paper>
  </Section>
)
