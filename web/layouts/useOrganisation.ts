import { organisationApi } from '../../contract/organisation.ts'
import { useApi } from '../api.ts'

const AN_HOUR_MS = 3_600_000

/** Who lends; undefined until it is known. */
export const useOrganisation = () => useApi(organisationApi.organisationGet, {}, { staleMs: AN_HOUR_MS }).data
