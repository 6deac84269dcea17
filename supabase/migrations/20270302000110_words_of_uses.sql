-- Uses and troubles, each once: other verbs and nouns for the same are found by to_sense. The last column says whether the shop
-- sells something else in place of it. A word that the shop already explains stays as it is.
alter table public.search_synonyms disable trigger search_synonyms_record;
alter table public.search_synonyms disable trigger search_synonyms_add_terms;
insert into public.search_synonyms (term, meanings, is_substitute)
select t.term, f.meanings, f.is_substitute
from (values
  -- Roof, walls and floors.
  ('isoler toit, isoler pluie, protéger toit, protéger pluie, protéger terrasse, toit béton, toit percé, terrasse fuit, terrasse coule, pluie traverse, pluie rentre', array['étanchéité liquide', 'rouleau bitumé'], false),
  ('tôle percée, tôle trouée, trou tôle, boucher tôle, tôle coule, tôle fuit, fuite tôle', array['étanchéité liquide', 'mastic'], false),
  ('toit envole, tôle envole, toit parti, vent toit, vent tôle, enlever toit', array['vis autoforeuses', 'tôle bac', 'tôle ondulée'], false),
  ('refaire toit, refaire toiture, couvrir boutique, couvrir terrasse, couvrir garage, faire hangar, construire hangar', array['tôle bac', 'tôle ondulée'], false),
  ('mur effrite, crépi tombe, enduit tombe, mur tombe morceaux', array['enduit façade', 'enduit rebouchage'], false),
  ('mur lisse, lisser mur, lisser plafond, finition mur, préparer mur, avant peinture, mur rugueux', array['enduit lissage'], false),
  ('mur mouillé, mur humide, mur moisi, remontée humidité, béton étanche, fosse étanche, bassin étanche, piscine étanche, mur boit eau', array['hydrofuge', 'étanchéité liquide'], false),
  ('sceller poteau, sceller portail, sceller fer, sceller grille, fixer poteau, planter poteau', array['ciment prompt', 'ciment cpj'], false),
  ('fuite réservoir, fuite château, fuite polytank, réservoir percé, polytank percé, polytank fuit, château fuit, fissure château, fissure réservoir', array['mastic', 'ciment prompt'], false),
  ('refaire sol, revêtement sol, sol salon, carreler, carreler salon, carreler maison', array['carrelage'], false),
  ('sol douche, douche glisse, carreler douche, carreler terrasse, escalier glisse', array['carrelage antidérapant'], false),
  ('cour boue, cour poussière, cour sable, sol cour, paver cour, recouvrir cour, sol garage, sol parking', array['pavé'], false),
  ('carreau décollé, carreau cassé, carreau bouge, recoller carreau, remplacer carreau', array['mortier-colle', 'carrelage'], false),
  ('faire plafond, plafond bois, refaire plafond', array['contreplaqué', 'plâtre'], false),
  ('faire lit, fabriquer lit, fabriquer porte, fabriquer chaise', array['contreplaqué', 'chevron'], false),
  ('faire charpente, charpente bois, hangar bois', array['chevron'], false),
  ('outil maçon, outils maçon', array['niveau maçon', 'pelle', 'brouette chantier'], false),
  ('menuiserie, atelier menuiserie, outil menuisier, outils menuisier', array['scie', 'ponceuse', 'marteau menuisier'], false),
  ('cp', array['contreplaqué'], false),
  -- Paint.
  ('peindre salon, peindre mur, peindre plafond, peindre école, peindre intérieur, peindre bureau, refaire peinture', array['peinture acrylique'], false),
  ('peindre extérieur, peindre dehors, peindre clôture, peindre façade, mur dehors, mur extérieur', array['peinture façade'], false),
  ('peindre porte, peindre fenêtre, peindre grille, peindre fer, peindre bois, peindre meuble, peindre barrière, peindre portail', array['laque glycéro', 'peinture huile'], false),
  -- Water.
  ('descente eau, descente pluie, descente gouttière, gouttière, évacuer pluie, eau toit, wc fosse, relier wc, sortie wc, eaux vannes', array['tube pvc évacuation 100'], false),
  ('enterrer tuyau, tuyau enterré, amener eau maison, passer eau', array['tube pvc pression'], false),
  ('économiser eau, gaspiller eau, gaspillage eau, facture eau, facture onea', array['robinet temporisé', 'goutte-à-goutte', 'mécanisme chasse double'], false),
  ('couper eau, fermer eau, arrivée eau, arrêter eau', array['robinet arrêt', 'vanne'], false),
  ('remplissage automatique, eau arrête seule, réservoir plein, polytank plein', array['robinet flotteur'], false),
  ('eau chantier, eau construction, stock eau, réserver eau', array['réservoir'], false),
  ('refaire douche, installer douche, fabriquer douche, faire douche', array['colonne douche', 'receveur', 'mitigeur bain-douche'], false),
  ('refaire cuisine, installer cuisine, équiper cuisine, faire cuisine', array['évier', 'mitigeur évier'], false),
  ('refaire toilette, installer toilette, faire toilette, wc assis, toilette assise, changer wc, wc cassé', array['wc'], false),
  ('toilette école, latrine école, toilette publique, toilette marché, toilette chantier, toilette mosquée', array['wc turque'], false),
  ('cafard trou, rat douche, cafard douche', array['siphon sol'], false),
  ('pomper sans courant, forage village, pompe sans courant, pompe énergie', array['pompe solaire'], false),
  ('eau froide, bébé eau chaude, harmattan douche', array['chauffe-eau'], false),
  ('tuyau traîne, tuyau emmêle, tuyau propre', array['dévidoir'], false),
  -- Electricity.
  ('charger batterie, charger soleil, batterie soleil, produire courant, énergie soleil', array['panneau solaire'], false),
  ('télé solaire, télé soleil, alimenter maison, alimenter soleil, courant soleil, maison soleil, lumière village, avoir courant', array['kit solaire', 'onduleur hybride'], false),
  ('courant chantier, courant mariage, sono, courant fête, courant secours, remplacer sonabel, souder sans courant, soudure sans courant', array['groupe électrogène'], false),
  ('courant monte, courant descend, courant varie, tension varie, tension instable, courant instable, courant fort, appareil grille, sonabel grille, sauver frigo, courant grille', array['protecteur tension'], false),
  ('pris courant, courant machine, électrisé, courant traverse, courant robinet, courant corps', array['disjoncteur différentiel'], false),
  ('relier poteau, poteau sonabel, compteur poteau, brancher poteau', array['câble branchement'], false),
  ('bouton lampe, deux endroits, lampe escalier, interrupteur escalier', array['interrupteur'], false),
  ('manque prises, prises ensemble', array['multiprise'], false),
  ('wifi coupure, routeur coupure, box coupure, ordinateur coupe, sauver ordinateur, cyber', array['onduleur informatique'], false),
  ('éclairer rue, éclairer quartier, éclairer mosquée, éclairer parking, éclairer route, éclairer dehors, lumière dehors, lumière cour, éclairer marché', array['lampadaire solaire', 'projecteur'], false),
  ('chantier nuit, travailler nuit, éclairer chantier, mécanicien nuit', array['projecteur trépied'], false),
  ('dormir frais, dormir chaud, chasser chaleur, chambre chaude, mosquée ventilateur, brasser air', array['ventilateur', 'brasseur air'], false),
  ('disjoncteur dehors, protéger disjoncteur, compteur dehors', array['coffret étanche'], false),
  -- Tools.
  ('monter étagère, installer étagère, poser étagère, monter meuble, poser tringle, installer tringle, installer rideau, poser rideau, installer support, installer clim, monter clim', array['chevilles', 'goujons ancrage', 'visseuse'], false),
  ('assembler meuble, démonter meuble, monter kit', array['visseuse', 'tournevis'], false),
  ('écrou bloqué, écrou rouillé, ouvrir écrou, boulon bloqué, boulon rouillé, boulon coincé, ouvrir boulon', array['clé griffe', 'clé chocs', 'clé molette'], false),
  ('tranchée, ouvrir tranchée, faire tranchée, creuser tranchée, creuser fondation', array['pioche', 'pelle'], false),
  ('affûter couteau, affûter lame, affûter daba, affûter machette', array['meuleuse'], false),
  ('couper barre, couper ferraille, couper portail, couper cadenas, cadenas coincé, ouvrir cadenas', array['meuleuse'], false),
  ('couper carrelage, tuyau couper, couper tube', array['meuleuse', 'scie sabre'], false),
  ('coller fer, souder portail, souder grille, souder fenêtre, fabriquer portail, atelier soudure', array['poste souder'], false),
  ('yeux soudeur, yeux soudure, lunettes soudure, flash soudure, coup arc', array['masque soudage'], false),
  ('crevaison', array['mini-compresseur', 'compresseur', 'roue brouette'], false),
  ('gonfler camion, souffler, nettoyer moteur', array['compresseur'], false),
  ('cueillir mangue, cueillir fruit, cueillir hauteur, récolter mangue', array['échelle', 'coupe-branches'], false),
  ('atteindre hauteur, travailler hauteur, nettoyer vitre', array['échelle', 'escabeau'], false),
  ('manipuler verre, porter verre, tenir verre, manipuler tôle, porter tôle, couper main, blesser main, verre main, doigt coupé', array['gants anti-coupure', 'gants manutention'], false),
  ('mains ciment, ciment mains, mains maçon, mains propres, porter mains', array['gants manutention'], false),
  ('outil roulette, caisse roulette, meuble roulette, outil tiroir', array['servante'], false),
  ('bricoleur, bricoler, cadeau bricoleur, débuter bricolage', array['coffret outillage', 'perceuse'], false),
  ('moto panne, mécanicien moto', array['clés mixtes', 'coffret douilles'], false),
  ('mètre long, grand mètre, mètre topographe, mètre topographie, mesurer champ', array['décamètre'], false),
  ('mesurer pièce, mesurer mur, mesurer porte, mesurer maison, mesurer tissu', array['mètre ruban', 'télémètre'], false),
  ('niveau loin, deux points niveau', array['niveau eau', 'niveau laser'], false),
  ('fermer malle, fermer valise, fermer cantine, fermer coffre, perdu cadenas, clé cadenas perdue', array['cadenas'], false),
  ('assembler fer, assembler métal, fixer métal', array['boulons', 'poste souder'], false),
  ('taper burin, casser brique', array['massette'], false),
  ('traiter verger, traiter mangue, traiter hectare, pulvériser hectare, pulvériser champ, traiter champ', array['atomiseur', 'pulvérisateur dos'], false),
  ('arroser automatique, irriguer maraîchage', array['goutte-à-goutte'], false)
) f (terms, meanings, is_substitute)
cross join string_to_table(f.terms, ', ') t (term)
on conflict (term_key) do nothing;
-- Another box, which an owner who has changed the synonym sells.
alter table public.search_synonyms disable trigger search_synonyms_set_updated_at;
update public.search_synonyms set is_substitute = true
where term_key = private.to_synonym_key('boîte dérivation') and updated_at = created_at;
alter table public.search_synonyms enable trigger search_synonyms_set_updated_at;
select private.add_search_terms(array(select private.to_search_words(term) from public.search_synonyms where term !~ '[ ''-]'));
alter table public.search_synonyms enable trigger search_synonyms_add_terms;
alter table public.search_synonyms enable trigger search_synonyms_record;
