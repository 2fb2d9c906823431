import { settingsIn } from './setting.ts';
import { settingsSchema } from './settings.ts';

export interface UnknownVariable {
  readonly variable: string;
  /** The closest setting; null if none is close. */
  readonly suggestion: string | null;
}

/** Shorter names resemble variables of other programs, as `MODE` resembles `NODE`. */
const shortestMisspelt = 6;
/** Number of settings with a common first word from which that word counts as ours. */
const prefixSettingsMin = 3;
const suggestionDistanceMax = 3;

/**
 * The variables of an environment that look like ours and are none: one letter off a setting (`BRAND_COLOUR`), or with a
 * first word that several settings share (`BRIDGE_…`).
 */
export function unknownVariables(variables: Readonly<Record<string, unknown>>): UnknownVariable[] {
  const settingNames = settingsIn(settingsSchema).map(({ variable }) => variable);
  const prefixes = sharedPrefixes(settingNames);
  return Object.keys(variables)
    .filter((variable) => !settingNames.includes(variable))
    .map((variable) => ({ variable, ...nearest(variable, settingNames) }))
    .filter(
      ({ variable, name, distance }) =>
        (distance === 1 && name.length >= shortestMisspelt) ||
        prefixes.some((prefix) => variable.startsWith(prefix)),
    )
    .map(({ variable, name, distance }) => ({
      variable,
      suggestion: distance <= suggestionDistanceMax ? name : null,
    }));
}

function sharedPrefixes(settingNames: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const variable of settingNames) {
    const [prefix] = /^[A-Z0-9]+_/.exec(variable) ?? [];
    if (prefix) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= prefixSettingsMin).map(([prefix]) => prefix);
}

function nearest(variable: string, settingNames: readonly string[]): { name: string; distance: number } {
  return settingNames
    .map((name) => ({ name, distance: editDistance(variable, name) }))
    .reduce((best, each) => (each.distance < best.distance ? each : best));
}

function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = above;
    above = current;
  }
  return above[to.length] ?? 0;
}
