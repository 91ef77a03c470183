import { join } from 'node:path'
import { DAY_MS } from '../../../platform/clock.ts'
import { repeat } from '../../../platform/jobs/background.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { MediaDomain } from '../media/index.ts'
import type { PartnerOriginsDomain } from '../partner-origins/index.ts'
import type { TenantSettings, TenantsDomain } from '../tenants/index.ts'
import { createFileImport } from './file-import.ts'
import { createDomainFonts } from './fonts.ts'
import { createHostProof } from './host-proof.ts'
import { createDomainLoader } from './loader.ts'
import { createDomainPreviews } from './previews.ts'
import { createProviderKeys } from './provider-keys.ts'
import { createPublicSettings } from './public-settings.ts'
import { createDomainSettings } from './service.ts'
import { domainSettingsTables } from './tables.ts'

/** How often each process looks for changes of others. */
const LOAD_EVERY_MS = 500

type Earlier = PartnerOriginsDomain &
  CommunitiesDomain &
  TenantsDomain &
  MediaDomain &
  AccountsDomain & { tenantSettings: TenantSettings }

export const domainSettingsDomain = { tables: domainSettingsTables, register: registerDomainSettings }

/** Registers the settings of domains, which admins change while the server runs. */
function registerDomainSettings(platform: Platform, earlier: Earlier) {
  const { tenantSettings } = earlier
  const { dataFolder } = platform.config
  const domainFonts = createDomainFonts({
    ...platform,
    storage: earlier.storage,
    folder: join(dataFolder, 'uploads', 'work'),
  })
  const keys = createProviderKeys(platform)
  const loader = createDomainLoader({ ...platform, tenantSettings, keys })
  const importFiles = createFileImport({ ...platform, ...earlier })
  const watcher = repeat({ name: 'load domains', everyMs: LOAD_EVERY_MS, run: loader.load, logger: platform.logger })
  const { isFromFiles } = tenantSettings
  // Files may name fonts that no stored version does.
  if (!isFromFiles)
    platform.jobs.schedule({ name: 'delete unused fonts', everyMs: DAY_MS, run: () => domainFonts.cleanUp() })
  const previews = createDomainPreviews({ ...platform, tenantSettings, loader })
  return {
    domainFonts,
    domainSettings: createDomainSettings({
      ...platform,
      ...earlier,
      loader,
      fonts: domainFonts,
      keys,
      previews,
      proof: createHostProof({ fetcher: earlier.fetchers.domains }),
    }),
    domainPreviews: previews,
    publicSettings: createPublicSettings(earlier),
    servedDomains: {
      /** Stores the domains that files configure, and serves those that are stored. */
      async prepare(): Promise<void> {
        if (isFromFiles) return
        await importFiles()
        await loader.load()
      },
      /** Serves the stored domains. */
      load: async (): Promise<void> => (isFromFiles ? undefined : loader.load()),
      /** Follows changes by other processes. */
      start: (): void => {
        if (!isFromFiles) watcher.start()
      },
      stop: (): Promise<void> => watcher.stop(),
    },
  }
}
