import { admin } from '@purple-sector/admin'
import { chat } from '@purple-sector/chat'
import { engagement } from '@purple-sector/engagement'
import { groups } from '@purple-sector/groups'
import { identity } from '@purple-sector/identity'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { tipping } from '@purple-sector/tipping'
import { weekends } from '@purple-sector/weekends'

/**
 * All installed services.
 * The embedded and the distributed product, migrations, secrets, `make rebuild` and the check of `docker-compose.yml`
 * are made from this list. A new service is a new entry.
 */
export const services: readonly ServiceDefinition[] = [identity, weekends, tipping, groups, chat, engagement, admin]
