import { Box, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

const COLUMNS = { gridTemplateColumns: '216px minmax(0, 1fr)', columnGap: 32 }

export const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Box
    component="section"
    className="ps-above"
    display={{ base: 'block', sm: 'grid' }}
    py={{ base: 20, sm: 26 }}
    style={COLUMNS}
  >
    <Box component="header" px={{ base: 16, sm: 0 }} pb={12}>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mt={6}>
        {text}
      </Text>
    </Box>
    <Stack gap={12} miw={0}>
      {children}
    </Stack>
  </Box>
)
