/** Words around the day of a return, by language: data for returnDate.ts. `*`: more letters. */

/** Right before the last day of an absence. */
export const UNTIL = [
  "until|till|til|untill|to|through|thru|up to|up until|ending|ends|bis|bis zum|bis einschließlich|bis einschl.|bis und mit|inklusive|einschließlich|tot|tot en met|t/m|t/m.|en met|jusqu'au|jusqu'à|jusqu'en|jusque|jusqu'|au",
  'hasta|hasta el|al|a|fino|fino al|fino all*|sino al|até|ate|até o|till och med|till|t.o.m.|tom|til og med|tilogmed|t.o.m|do|aż do|až do|do dnia|pana la|până la|până pe|până în|до|по|μεχρι|έως|μέχρι και|ως|kuni|līdz|iki|sampai|hingga|sehingga|đến|đến hết|đến ngày',
  'まで|から|至|到|～|~|حتى|إلى|עד|تا|ถึง|จนถึง',
];
/** Between two days. */
export const AND = 'and|und|et|et le|y|y el|e|e il|e o|en|och|og|ja|i|a|és|și|и|і|ve|και|dan|与|和';
/** Right after it. */
export const UNTIL_AFTER = [
  "まで|迄|까지|asti|saakka|'a kadar|'e kadar|'ye kadar|'ya kadar|kadar|-ig|-ig szabadságon|-éig|间|期间|tarihine kadar",
];
/** Right before the first day. */
export const FROM = [
  'from|starting|since|as of|between|beginning|ab|ab dem|seit|seit dem|vom|von|zwischen|du|depuis|depuis le|dès le|à partir du|à compter du|entre le|entre|del|desde|desde el|a partir del|dal|dall*|a partire dal|de|desde o|a partir de|van|vanaf|sinds|från|från och med|fr.o.m.|fra|fra og med|alkaen|od|od dnia|z|ze|с|со|з|із|від|από|из|din|de la|începând cu|dari|mulai|từ|từ ngày|自|从|從|mula|alates|nuo|no',
];
/** Somebody is there again. */
export const BACK = [
  'back|i will be in the office|return|returning|returns|returned|reopen*|re-open*|resume*|{reach me,available,reachable,working} again|available from',
  'zurück|zurückkehr*|wieder|rückkehr|zurücksein|retour|reviens|revenir|reviendrai|rentre|rentrerai|reprise|reprends|reprendrai|nouveau|de vuelta|vuelta|vuelvo|volveré|volver|regreso|regresaré|regresar|reincorpor*|incorporo|incorporaré|nuevamente|de nuevo|tornaré|torno',
  'rientro|rientrerò|riapr*|rouvr*|reabr*|tornerò|torniamo|ritorno|di nuovo|nuovamente|volto|voltarei|retorno|regresso|regressarei|retornarei|novamente|de volta|terug|weer|opnieuw|tillbaka|åter|igen|tilbake|tilbage|igjen|retur|takaisin|palaan|palaamme|palaa|paluu|jälleen',
  'wracam|wrócę|będę w biurze|będę w pracy|powrót|powrotu|powracam|ponownie|z powrotem|vrátím|vracím|zpět|zpátky|návrat|opět|späť|vrátim|naspäť|opäť|vissza*|újra|ismét|revin|reveni*|întorc|întoarc*|înapoi|din nou',
  'вернусь|вернёмся|вернется|вернутся|возвращаюсь|возвращение|выхожу|выйду|снова|буду в офисе|буду на месте|буду на работе|буду на роботі|буду доступ*|повернуся|повертаюсь|знову|повернення|връщам|върна|завръщ*|отново|επιστρέφω|επιστρέψω|επιστροφή|πίσω|ξανά',
  'dönüş|ofiste olaca*|işe başl*|dönüşüm|döneceğim|dönüyorum|dönerim|tekrar|geri|kembali|trở lại|quay lại|đi làm lại|nazaj|vrnem|vrnitev|spet|natrag|vratim|vraćam|povratak|ponovno|ponovo|поново|вратити|tagasi|grįšiu|grįžtu|vėl|atgriez*|atkal',
  '戻り|戻る|復帰|出社|再開|返回|回来|回來|回到|返岗|恢复|上班|복귀|돌아|다시|أعود|سأعود|العودة|עודת|אחזור|חוזר|חוזרת|אשוב|באזגשת|برمی*|بازگشت|กลับ',
];
/** Right before the last day of a month. */
export const END_OF =
  'end of|the end of|ende|fin|fin de|la fin|fine|fine di|fim de|final de|finales de|eind|einde|slutet av|slutningen af|slutten av|koniec|końca|konce|konca|конца|кінця';
/** The articles of a day without its month: `the 6th`, `le 6`. */
export const ARTICLES = 'the|le|el|il|lo|o|dia|el día|no dia|den|dem|de|am|zum|au|al|pe|ngày';
/** Right before a month alone. */
export const IN =
  'in|im|beginning of|start of|middle of|en|em|a|w|we|v|ve|i|u|nel|au|early|mid|anfang|mitte|debut|début|начале|в|у|во|til|till|pe|la|tot|van|fine|fin|ende|end of|the end of|eind|einde|fim de|koniec|до|aż do|do';
