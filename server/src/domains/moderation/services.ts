import { createContentHides } from './content-hides.ts'
import { createLifting } from './lifting.ts'
import { createModerationService } from './service.ts'

type Dependencies = Parameters<typeof createContentHides>[0] &
  Omit<Parameters<typeof createLifting>[0], 'contentHides'> &
  Omit<Parameters<typeof createModerationService>[0], 'contentHides' | 'lifting'>

/** What is decided about people and all that they wrote, and how it is carried out. */
export function createModeration(dependencies: Dependencies) {
  const contentHides = createContentHides(dependencies)
  const lifting = createLifting({ ...dependencies, contentHides })
  return { contentHides, lifting, moderation: createModerationService({ ...dependencies, contentHides, lifting }) }
}
