export { checkDatabase, type Difference, previewRepair, repairCounters } from './check.ts'
