import {
  canConfigureDomain,
  type DomainMenu,
  isInAudience,
  isInLanguage,
  type Me,
  type MenuItem,
  type MenuLink,
  type MenuSubitem,
  type MenuTarget,
  menuLabel,
  type Viewer,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, OperatorLog } from '../../people/accounts/index.ts'
import type { Domain, DomainService } from '../../people/tenants/index.ts'
import { type MenuRow, mainMenuRepository } from './repository.ts'
import { createTargets, type FindTarget, presentTarget } from './targets.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  accounts: Pick<AccountService, 'profilesById'>
  operatorLog: Pick<OperatorLog, 'act'>
  domains: Pick<DomainService, 'stored'>
  communities: Parameters<typeof createTargets>[0]['communities']
  posts: Parameters<typeof createTargets>[0]['posts']
  pages: Parameters<typeof createTargets>[0]['pages']
}

type ServedDomain = Pick<Domain, 'name' | 'origin' | 'config'>

/** Edits the main menus of domains, and shows them to readers. */
export function createMainMenus(dependencies: Dependencies) {
  const { database, clock, accounts, operatorLog, domains, communities, posts, pages } = dependencies
  const findTargets = createTargets({ communities, posts, pages })

  function domainNamed(name: string): Domain {
    const domain = domains.stored.find((one) => one.name === name)
    if (!domain) throw new DomainError('DOMAIN_NOT_FOUND')
    return domain
  }

  async function targetsOf(
    admin: Me,
    { items, domain }: { items: readonly MenuItem[]; domain: ServedDomain },
    tx?: Transaction,
  ): Promise<MenuTarget[]> {
    const all = new Map(flat(items).map((item) => [`${item.kind} ${item.target}`, item]))
    const find = await findTargets([...all.values()], domain, tx)
    return [...all.values()].map((item) => presentTarget(item, find(item), admin))
  }

  async function present(admin: Me, about: { row: MenuRow | undefined; domain: Domain }, tx?: Transaction) {
    const { row, domain } = about
    const items = itemsOf(row)
    const authors = row ? await accounts.profilesById([row.author_id], tx) : null
    const menu: DomainMenu = {
      name: domain.name,
      language: domain.config.language,
      revision: row?.revision ?? 0,
      items,
      targets: await targetsOf(admin, { items, domain }, tx),
      author: (row && authors?.get(row.author_id)?.username) ?? '',
      savedAt: row ? Number(row.saved_at) : null,
    }
    return menu
  }

  return {
    /** The menu as a person sees it, in a language; by default in the domain's. */
    async show(
      viewer: Viewer,
      domain: ServedDomain,
      language: string = domain.config.language,
    ): Promise<{ items: MenuLink[] }> {
      const items = itemsOf(await mainMenuRepository(database.read).find(domain.name))
      const isShown = (item: MenuSubitem) => isInAudience(viewer, item.audience) && isInLanguage(item, language)
      const shown = items.filter(isShown).map((item) => ({ ...item, items: item.items.filter(isShown) }))
      if (shown.length === 0) return { items: [] }
      return { items: linksOf(shown, { viewer, language, find: await findTargets(flat(shown), domain) }) }
    },
    async get(viewer: Me, name: string): Promise<{ menu: DomainMenu }> {
      assertAllowed(canConfigureDomain(viewer, name))
      const domain = domainNamed(name)
      return { menu: await present(viewer, { row: await mainMenuRepository(database.read).find(name), domain }) }
    },
    /** What items lead to. */
    async check(viewer: Me, { name, items }: { name: string; items: MenuItem[] }) {
      assertAllowed(canConfigureDomain(viewer, name))
      return { items, targets: await targetsOf(viewer, { items, domain: domainNamed(name) }) }
    },
    async save(
      viewer: Me,
      { name, revision, items }: { name: string; revision: number; items: MenuItem[] },
      tx?: Transaction,
    ): Promise<{ menu: DomainMenu }> {
      assertAllowed(canConfigureDomain(viewer, name))
      const domain = domainNamed(name)
      return database.transaction(async (tx) => {
        const repository = mainMenuRepository(tx.connection)
        const before = await repository.lock(name, database.dialect)
        const conflict = async (row: MenuRow | undefined) =>
          new DomainError('EDIT_CONFLICT', { menu: await present(viewer, { row, domain }, tx) })
        const stored = JSON.stringify(items)
        // A repeat, or two who did the same.
        if (before?.items === stored) return { menu: await present(viewer, { row: before, domain }, tx) }
        if ((before?.revision ?? 0) !== revision) throw await conflict(before)
        const row: MenuRow = {
          domain_name: name,
          revision: revision + 1,
          items: stored,
          author_id: viewer.id,
          saved_at: clock.now(),
        }
        if (before) await repository.update(row)
        else {
          try {
            await repository.insert(row)
          } catch (error) {
            if (database.dialect.isUniqueViolation(error)) throw await conflict(await repository.find(name))
            throw error
          }
        }
        await operatorLog.act(tx, viewer, { act: 'saved menu of', detail: name })
        // As it is stored now.
        return { menu: await present(viewer, { row: await repository.find(name), domain }, tx) }
      }, tx)
    },
  }
}

function itemsOf(row: MenuRow | undefined): MenuItem[] {
  return row ? JSON.parse(row.items) : []
}

function flat(items: readonly MenuItem[]): MenuSubitem[] {
  return items.flatMap((item) => [item, ...item.items])
}

/** The entries that a person may open. What is below a hidden one is hidden, too. */
function linksOf(
  items: readonly MenuItem[],
  about: { viewer: Viewer; language: string; find: FindTarget },
): MenuLink[] {
  const linkOf = (item: MenuSubitem) => {
    const found = about.find(item)
    const label = menuLabel(item, about.language) || found?.title || ''
    if (!found?.isFor(about.viewer) || label === '') return []
    return [{ id: item.id, kind: item.kind, target: item.target, label, href: found.href }]
  }
  return items.flatMap((item) => linkOf(item).map((link) => ({ ...link, items: item.items.flatMap(linkOf) })))
}
