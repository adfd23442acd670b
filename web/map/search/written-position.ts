import { convert } from 'geo-coordinates-parser';
import { decode, expand } from 'pluscodes';
import { type Position, positionSchema } from '../../../domain/zones/distance.ts';

/** Such as '18.4861, -69.9312' or '18,4861 -69,9312'. */
const DECIMALS = /^([+-]?\d{1,2}[.,]\d+)(?:\s*[,;/]\s*|\s+)([+-]?\d{1,3}[.,]\d+)$/;
/** What map apps share, such as 'geo:18.4861,-69.9312' or 'https://maps.google.com/?q=18.4861,-69.9312'. */
const LINK = /^(?:geo:|https?:\S*[@=:])(-?\d{1,2}\.\d+),(-?\d{1,3}\.\d+)/i;
/** With degrees or directions, such as `18°29'10"N 69°55'52"O`. */
const DEGREES = /\d\s*[°º]|[\d.'"′″’”]\s*[NSEWO]\b|\b[NSEWO]\s*\d/i;
/** A code of Google's map, to 14 m; a short one is followed by the name of a town, or is nearby. */
const PLUS_CODE = /^([23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2})[23456789CFGHJMPQRVWX]*(?:[ ,](.*))?$/i;
/** The longest are links; the library takes a time that grows faster than the length. */
const LONGEST = 500;

/**
 * The position that is written in coordinates or as a plus code, or null.
 * @param locate finds the town of a short plus code; without a name, where nearby is
 */
export async function parsePosition(
  text: string,
  locate: (town: string) => Promise<Position | null>,
): Promise<Position | null> {
  const written = text.trim().replace(/\s+/g, ' ').replace(/[−–]/g, '-');
  if (written.length > LONGEST) return null;
  const [, code, town = ''] = PLUS_CODE.exec(written) ?? [];
  if (code !== undefined) return parsePlusCode(code.toUpperCase(), await locate(town.replace(/^[ ,]+/, '')));
  const [, lat, lng] = DECIMALS.exec(written) ?? LINK.exec(written) ?? [];
  if (lat !== undefined && lng !== undefined) return toPosition(parseDecimal(lat), parseDecimal(lng));
  return DEGREES.test(written) ? parseDegrees(written) : null;
}

const parseDecimal = (text: string) => Number(text.replace(',', '.'));

const toPosition = (lat: number, lng: number) => positionSchema.safeParse({ lat, lng }).data ?? null;

function parsePlusCode(code: string, near: Position | null): Position | null {
  const whole = near && expand(code, { latitude: near.lat, longitude: near.lng });
  const area = whole && decode(whole);
  return area ? toPosition(area.latitude, area.longitude) : null;
}

function parseDegrees(text: string): Position | null {
  try {
    // The west is 'oeste' in Spanish.
    const { decimalLatitude, decimalLongitude } = convert(text.replace(/º/g, '°').replace(/O/gi, 'W'));
    return toPosition(decimalLatitude, decimalLongitude);
  } catch {
    // The library throws for every other text.
    return null;
  }
}
