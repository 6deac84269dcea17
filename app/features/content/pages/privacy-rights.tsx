/**
 * The sections of the privacy policy on who sees the data, how long it is stored, and the rights of the
 * users.
 */
import type { ShopSettings } from "#app/features/content/shop-settings.tsx";
import { formatRetention, type RetentionTimes } from "./retention-times.ts";

export function Recipients() {
  return (
    <>
      <ul>
        <li>
          <strong>Notre équipe</strong>, chacun pour son travail.
        </li>
        <li>
          <strong>Le livreur ou le transporteur</strong> : nom, téléphone, adresse, articles et montant de la
          livraison qu'il fait.
        </li>
        <li>
          <strong>Le technicien</strong> à qui vous écrivez : votre message et vos coordonnées.
        </li>
        <li>
          <strong>Nos prestataires d'hébergement, d'e-mail et de SMS</strong>, qui ne peuvent s'en servir pour
          eux-mêmes. Si leurs serveurs sont hors du Burkina Faso, nous ne leur confions que ce qui est
          nécessaire, dans les conditions de la loi.
        </li>
        <li>
          <strong>Les autorités</strong>, quand la loi nous y oblige.
        </li>
      </ul>
      <p>Sont publics : vos avis publiés, avec le nom que vous avez choisi. Rien d'autre.</p>
    </>
  );
}

export function Retention({ kept }: { kept: RetentionTimes | null }) {
  return (
    <dl>
      <div>
        <dt>Compte, profil, lieux, liste de souhaits</dt>
        <dd>Tant que le compte existe. Effacés avec lui, aussitôt, quand vous l'effacez.</dd>
      </div>
      <div>
        <dt>Commandes et factures</dt>
        <dd>
          {kept ? formatRetention(kept.order_years * 365) : "Dix ans"} avec votre nom : le droit comptable de
          l'OHADA exige dix ans de comptes. Ensuite, ou si vous effacez votre compte, elles restent sans nom,
          téléphone, e-mail ni adresse.
        </dd>
      </div>
      <div>
        <dt>Avis</dt>
        <dd>
          Tant que le produit est présenté, ou jusqu'à ce que vous demandiez le retrait. Si vous effacez votre
          compte, ils restent signés « Client », ou partent avec lui, à votre choix.
        </dd>
      </div>
      <div>
        <dt>Messages et fichiers de cotation</dt>
        <dd>
          {kept
            ? `${formatRetention(kept.message_days)} pour les messages, ${formatRetention(kept.quote_days)} pour les cotations, puis ils sont effacés.`
            : "Un an au plus."}
        </dd>
      </div>
      <div>
        <dt>E-mails et SMS envoyés, journal de l'équipe</dt>
        <dd>
          {kept
            ? `${formatRetention(kept.mail_days)} et ${formatRetention(kept.audit_days)}.`
            : "Un an et trois ans."}
        </dd>
      </div>
      <div>
        <dt>Connexions et compteurs de sécurité</dt>
        <dd>
          La session jusqu'à sa fin, les connexions quatre-vingt-dix jours, les compteurs un jour, les
          appareils connus un an après leur dernière connexion. Un compte d'un seul numéro, sans commande, est
          effacé quand il ne sert plus.
        </dd>
      </div>
      <div>
        <dt>Copies de sauvegarde</dt>
        <dd>
          Ce qui est effacé y reste jusqu'à ce que la sauvegarde soit remplacée ; personne n'y cherche rien.
        </dd>
      </div>
    </dl>
  );
}

export function Security() {
  return (
    <p>
      Les mots de passe ne sont gardés que sous une forme chiffrée sans retour. La base de données elle-même
      refuse qu'un client lise la commande d'un autre. Les fichiers de cotation ne s'ouvrent par aucun lien
      public. Si une fuite vous mettait en danger, nous vous préviendrions, ainsi que l'autorité de contrôle.
    </p>
  );
}

export function Rights({ shop }: { shop: ShopSettings }) {
  return (
    <>
      <p>
        La loi n° 001-2021/AN du 30 mars 2021 protège les personnes à l'égard du traitement de leurs données.
        Vous pouvez, gratuitement :
      </p>
      <ul>
        <li>savoir ce que nous avons sur vous et en recevoir une copie ;</li>
        <li>faire corriger ce qui est faux ou incomplet ;</li>
        <li>vous opposer à un usage, ou retirer un accord donné ;</li>
        <li>faire effacer ce que la loi ne nous oblige pas à garder.</li>
      </ul>
      <p>
        Vous corrigez votre profil dans <a href="/account">votre compte</a>. À la page{" "}
        <a href="/account/personal-data">Mes données</a>, vous téléchargez la copie et effacez votre compte.
        Pour le reste, ou sans compte, écrivez-nous
        {shop.email && ` à ${shop.email}`} depuis l'adresse de votre compte, ou appelez-nous. Nous pouvons
        vérifier que c'est bien vous, et répondons en trente jours au plus.
      </p>
    </>
  );
}

export function Authority() {
  return (
    <p>
      Si notre réponse ne vous convient pas, vous pouvez saisir la Commission de l'Informatique et des
      Libertés (CIL) du Burkina Faso, autorité indépendante de protection des données :{" "}
      <a href="https://www.cil.bf" rel="noopener noreferrer">
        www.cil.bf
      </a>
      .
    </p>
  );
}
